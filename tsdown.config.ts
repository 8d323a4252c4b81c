import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { minify } from 'rolldown/utils';
import { defineConfig } from 'tsdown';

/** Tests run a build of their own, elsewhere and without types. */
const outDir = process.env.TOCS_DIST ?? 'dist';

/** What comes inside the package; all else is installed beside it. */
const BUNDLED = ['echarts', 'zrender', 'undici'];
const CHUNKS: Readonly<Record<string, RegExp>> = {
  echarts: /node_modules[\\/](?:echarts|zrender|tslib)[\\/]/,
  undici: /node_modules[\\/]undici[\\/]/,
};

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    plugin: 'src/vitest/plugin.ts',
    reporter: 'reporters/index.ts',
    tocs: 'src/cli/tocs.ts',
    // Loaded by path into the process that it traces.
    trace: 'src/verify/typescript/trace.ts',
  },
  outDir,
  format: 'esm',
  platform: 'node',
  target: 'node22.18',
  // What draws charts and what calls models are large, and only parts of them are used: each comes as one minified chunk, and
  // nothing else slips in.
  deps: { onlyBundle: [...BUNDLED, 'tslib'] },
  outputOptions: {
    codeSplitting: { groups: Object.entries(CHUNKS).map(([name, test]) => ({ name, test })) },
  },
  plugins: [
    {
      name: 'minify-what-is-bundled',
      async renderChunk(code, { name }) {
        if (!(name in CHUNKS)) return null;
        const { code: small } = await minify(`${name}.js`, code, {
          compress: true,
          mangle: true,
          codegen: { removeWhitespace: true },
        });
        return { code: small, map: null };
      },
    },
  ],
  // Prompts are read as files, and python3 runs the scripts of the verifier.
  copy: [
    { from: 'src/agents/llm/prompts', to: outDir },
    { from: 'src/verify/python/*.py', to: outDir },
  ],
  dts: process.env.TOCS_DIST === undefined,
  fixedExtension: false,
  clean: true,
  onSuccess: () => writeFileSync(`${outDir}/THIRD-PARTY-LICENSES.txt`, licences()),
});

/** The licences of what is bundled, as they demand. */
function licences(): string {
  return BUNDLED.map((name) => {
    const folder = `node_modules/${name}`;
    const files = ['LICENSE', 'NOTICE'].map((file) => `${folder}/${file}`).filter(existsSync);
    const texts = [...files, ...globSync(`${folder}/licenses/*`)].map((file) => readFileSync(file, 'utf8').trim());
    return [`${name}\n${'='.repeat(name.length)}`, ...texts].join('\n\n');
  }).join('\n\n\n');
}
