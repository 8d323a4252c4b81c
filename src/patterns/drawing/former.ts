import type { Blueprint } from '../blueprint/blueprint.ts';
import { crossed, crossingsOf } from '../blueprint/crossing.ts';
import { importsOf } from '../blueprint/imports.ts';
import type { Draw } from '../draw.ts';
import { runsToEnd } from './fit.ts';

/** So many calls have gone since, so many modules have come, and a rule in so many was another one. */
const [CALLS, MODULES, RULES] = [4, 2, 3];

/** How a codebase was some time ago, as a document tells that nobody has kept up. */
export function drawFormer(draw: Draw, blueprint: Blueprint): Blueprint['former'] {
  const anywhere = { form: 'FORBIDDEN_EDGE', src: '', dst: null } as const;
  let former: Blueprint = { ...blueprint, documents: 'full', former: null };
  const ids = draw.shuffle(blueprint.modules.map(({ id }) => id));
  let left = CALLS;
  for (const src of ids) {
    if (left === 0) break;
    const [way] = draw.shuffle([...crossingsOf(former, { ...anywhere, src }, [])]);
    if (!way) continue;
    const earlier = crossed(former, way);
    if (!runsToEnd(earlier)) continue;
    former = earlier;
    left--;
  }
  const used = new Set([...importsOf(blueprint).values()].flatMap((list) => list.map(({ from }) => from)));
  const without = draw.sample(
    blueprint.modules.filter(({ id, role }) => role !== 'entry' && used.has(id)).map(({ id }) => id),
    MODULES,
  );
  const rules = former.rules.map((rule) =>
    draw.integer(1, RULES) === 1 && rule.form === 'FORBIDDEN_EDGE' && rule.dst
      ? { ...rule, src: rule.dst, dst: rule.src }
      : rule,
  );
  return { blueprint: { ...former, rules }, without };
}
