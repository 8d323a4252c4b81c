import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    plugin: 'src/vitest/plugin.ts',
    reporter: 'reporters/index.ts',
    tocs: 'src/cli/tocs.ts',
    // Loaded by path into the process that it traces.
    trace: 'src/verify/typescript/trace.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node22.18',
  // Prompts are read as files, and python3 runs the scripts of the verifier.
  copy: [
    { from: 'src/agents/llm/prompts', to: 'dist' },
    { from: 'src/verify/python/*.py', to: 'dist' },
  ],
  dts: true,
  fixedExtension: false,
  clean: true,
});
