import { directoryOf, isWithin } from '../../base/path.ts';
import type { Constraint } from '../../codebase/ground-truth.ts';
import type { Draw } from '../draw.ts';
import type { ProposedChange } from './proposed-change.ts';
import { type Options, placeLike, type Setting } from './setting.ts';

type Import = Extract<ProposedChange, { kind: 'import' }>;

/** So many imports that break a rule are tried, until there are options for so many questions. */
const [MOST_TRIED, WANTED] = [12, 2];

/** Imports between the same two folders, or the same two roles, of which one breaks the rule. */
export function importOptions(setting: Setting, rule: Constraint, draw: Draw): Options[] {
  const paths = [...setting.roles.keys()];
  const all = (of: (path: string) => string) => Map.groupBy(paths, of);
  const likeness = draw.shuffle([directoryOf, (path: string) => setting.roles.get(path) ?? '']);
  const sources = draw.shuffle(paths.filter((path) => isWithin(path, rule.src)));
  const targets = draw.shuffle(paths.filter((path) => isTarget(setting, rule, path)));
  const breaking = sources
    .flatMap((source) => targets.map((target): Import => ({ kind: 'import', source, target })))
    .filter((change) => isNew(setting, change));
  const found: Options[] = [];
  for (const one of draw.shuffle(breaking).slice(0, MOST_TRIED)) {
    if (
      found.length === WANTED ||
      found.some(({ breaking: known }) => known.kind === 'import' && known.target === one.target)
    )
      continue;
    for (const of of likeness) {
      const like = all(of);
      const [from, to] = [like.get(of(one.source)) ?? [], like.get(of(one.target)) ?? []];
      const others = matched(setting, rule, one, draw.shuffle(from), draw.shuffle(to));
      if (!others) continue;
      found.push({ breaking: one, others });
      break;
    }
  }
  return found;
}

/** Three imports that break nothing, each file of them named once, for each of which the same rule would hold. */
function matched(
  setting: Setting,
  rule: Constraint,
  breaking: Import,
  from: readonly string[],
  to: readonly string[],
): Import[] | null {
  const found: Import[] = [];
  const used = new Set([breaking.source, breaking.target]);
  for (const source of from) {
    if (used.has(source)) continue;
    const target = to.find((path) => {
      const change: Import = { kind: 'import', source, target: path };
      return path !== source && !used.has(path) && isNew(setting, change) && isLike(setting, rule, change);
    });
    if (target === undefined || setting.rules.some((one) => breaks(setting, one, source, target))) continue;
    found.push({ kind: 'import', source, target });
    used.add(source).add(target);
    if (found.length === 3) return found;
  }
  return null;
}

const isNew = ({ imports }: Setting, { source, target }: Import) => source !== target && !imports(source, target);

/** Whether the rule could have been made for these two as well: it would hold. */
function isLike(setting: Setting, rule: Constraint, { source, target }: Import): boolean {
  const src = placeLike(rule.src, source);
  if (rule.type !== 'INTERFACE_ONLY') return !setting.imports(src, placeLike(rule.dst, target));
  const behind = setting.behind(rule.via ?? '');
  return behind.includes(target) && !behind.includes(source) && !behind.some((part) => setting.imports(src, part));
}

function isTarget(setting: Setting, { type, dst, via }: Constraint, path: string): boolean {
  return type === 'INTERFACE_ONLY' ? setting.behind(via ?? '').includes(path) : isWithin(path, dst);
}

function breaks(setting: Setting, rule: Constraint, source: string, target: string): boolean {
  if (rule.type !== 'FORBIDDEN_EDGE' && rule.type !== 'INTERFACE_ONLY') return false;
  return isWithin(source, rule.src) && isTarget(setting, rule, target);
}
