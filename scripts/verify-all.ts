/**
 * `npm run verify:all`: generates codebases of every pattern, size and language, writes each to a temporary folder, and verifies it,
 * and with it one kind of mutation, which turns with the seed; and pipelines in the published shape. With
 * `--seeds 3,8 --sizes small,medium --patterns mvc` a part of it; `--sample N` takes N seeds that change with the date.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { writeCodebase } from '../src/codebase/directory.ts';
import { generate } from '../src/patterns/generate.ts';
import { hasPlace, mutate } from '../src/patterns/mutations/mutate.ts';
import { MUTATION_TYPES, type MutationType, VARIANTS, type Variant } from '../src/patterns/mutations/mutation.ts';
import {
  COMPLEXITIES,
  type Complexity,
  DIVERSITIES,
  type Diversity,
  type GeneratedLanguage,
  LANGUAGES,
} from '../src/patterns/pattern.ts';
import { PATTERN_NAMES, type PatternName } from '../src/patterns/patterns.ts';
import { describeVerification } from '../src/verify/verification.ts';
import { verify } from '../src/verify/verify.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    sizes: { type: 'string' },
    languages: { type: 'string' },
    diversities: { type: 'string' },
    mutations: { type: 'string' },
    patterns: { type: 'string' },
    sample: { type: 'string' },
  },
});
const seeds =
  values.seeds?.split(',').map(Number) ?? (values.sample ? sampleOfToday(Number(values.sample)) : range(1, 50));
const sizes = (values.sizes?.split(',') ?? COMPLEXITIES) as Complexity[];
const languages = (values.languages?.split(',') ?? LANGUAGES) as GeneratedLanguage[];
const diversities = (values.diversities?.split(',') ?? DIVERSITIES) as Diversity[];
console.log(
  `verifying seeds ${seeds.join(', ')}, ${sizes.join(', ')}, ${languages.join(' and ')}, ${diversities.join(' and ')}`,
);

let passed = 0;
let failed = 0;
/** Changes for which a codebase has no place. */
let placeless = 0;
let edges = 0;
const limit = pLimit(availableParallelism());
const started = performance.now();
const mutations = (values.mutations?.split(',').filter((type) => type !== '') ?? MUTATION_TYPES) as MutationType[];
const patterns = (values.patterns?.split(',') ?? PATTERN_NAMES) as PatternName[];
const published = languages.flatMap((language) =>
  sizes.flatMap((complexity) =>
    seeds.map((seed): One => ({ pattern: 'pipeline', language, complexity, diversity: 'published', seed })),
  ),
);
// All patterns as they are drawn; of each one kind of mutation, which turns with the seed.
const drawn = patterns.flatMap((pattern, p) =>
  languages.flatMap((language, l) =>
    sizes.flatMap((complexity, c) =>
      seeds.flatMap((seed, i): One[] => {
        const one = { pattern, language, complexity, diversity: 'drawn' as const, seed };
        const turn = p + l + c + i;
        const type = mutations[turn % mutations.length];
        const variant = VARIANTS[Math.floor(turn / 4) % 2] as Variant;
        return type ? [one, { ...one, change: { type, variant } }] : [one];
      }),
    ),
  ),
);
const all = [
  ...(diversities.includes('drawn') ? drawn : []),
  ...(diversities.includes('published') && patterns.includes('pipeline') ? published : []),
];
await Promise.all(all.map((options) => limit(() => verifyOne(options))));
console.log(
  `${passed} verified, ${failed} not, ${placeless} changes without a place; ${edges} edges confirmed in ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

interface One {
  pattern: PatternName;
  language: GeneratedLanguage;
  complexity: Complexity;
  diversity: Diversity;
  seed: number;
  change?: { type: MutationType; variant: Variant };
}

async function verifyOne({ pattern, language, complexity, diversity, seed, change }: One): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tocs-all-'));
  try {
    const [original] = generate({ pattern, language, complexity, diversity, seeds: [seed] });
    if (!original) throw new Error('nothing was generated');
    if (change && !hasPlace(original, change.type)) {
      placeless++;
      return;
    }
    const codebase = change ? mutate(original, change.type, change.variant).codebase : original;
    const name = change ? `${codebase.id}, ${change.type}, ${change.variant}` : codebase.id;
    writeCodebase(codebase, directory);
    const verification = await verify(directory, { broken: change?.variant === 'broken' });
    edges += Object.values(verification.edges).reduce((sum, { confirmed }) => sum + confirmed, 0);
    if (verification.ok) passed++;
    else failed++;
    if (!verification.ok) console.log(`${name}:\n  ${describeVerification(verification).join('\n  ')}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function range(low: number, high: number): number[] {
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
}

/** Seeds beyond those that other checks use, different from day to day. */
function sampleOfToday(count: number): number[] {
  const day = Math.floor(Date.now() / 86_400_000);
  return range(0, count - 1).map((i) => 1000 + ((day * 7919 + i * 104_729) % 1_000_000));
}
