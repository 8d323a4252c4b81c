import { expect, test } from 'vitest';
import type { Codebase } from '../codebase/codebase.ts';
import { generate, LANGUAGES } from '../codebase/generate.ts';
import { COMPLEXITIES } from '../codebase/pipeline/blueprint.ts';
import { runChecks } from './checks.ts';
import { mutate } from './mutate.ts';

const [_typescript] = generate({ complexity: 'small', seeds: [3] }) as [Codebase];
const [_python] = generate({ language: 'python', complexity: 'small', seeds: [3] }) as [Codebase];
const seeds = Array.from({ length: 25 }, (_, i) => i + 1);
const _every = LANGUAGES.flatMap((language) =>
  COMPLEXITIES.flatMap((complexity) =>
    (['varied', 'published'] as const).flatMap((diversity) => generate({ language, complexity, diversity, seeds })),
  ),
);
const _neutral = (path: string) => path.replace(/^\w+\//, '').replace(/\.(ts|py)$/, '');

test.each(LANGUAGES)(
  'codebases of every size and shape pass all checks of their own, untouched and repaired, in %s',
  async (language) => {
    for (const complexity of COMPLEXITIES) {
      for (const diversity of ['varied', 'published'] as const) {
        for (const codebase of generate({ language, complexity, diversity, seeds: [1, 104] })) {
          const repaired = mutate(
            codebase,
            complexity === 'medium' ? 'dependency_shift' : 'boundary_breach',
            'repaired',
          );
          for (const of of [codebase, repaired.codebase]) {
            const failing = (await runChecks(of)).filter(({ exitCode }) => exitCode !== 0);
            expect(failing).toEqual([]);
          }
        }
      }
    }
  },
);
