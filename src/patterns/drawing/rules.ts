import { isWithin } from '../../base/path.ts';
import type { Attestation, Blueprint, ModuleId, Rule } from '../blueprint/blueprint.ts';
import { crossed, crossingsOf } from '../blueprint/crossing.ts';
import { importsOf } from '../blueprint/imports.ts';
import type { Draw } from '../draw.ts';
import { behindOf } from '../writing/tested.ts';
import { runsToEnd } from './fit.ts';

/** How many rules are attested, by size: from – to. */
const COUNTS: Readonly<Record<string, readonly [number, number]>> = { small: [3, 5], medium: [5, 8], large: [7, 12] };

/** So many ways to break a rule are tried for one by which the code still runs. */
const MOST_TRIED = 12;

const REASONS = [
  'It once took a week to take them apart.',
  'Others are to be able to change it alone.',
  'It is to be tested without the rest.',
  'Nobody wants to read all of it for a small change.',
  'It is going to be replaced.',
  'That is how it has been agreed.',
];

/** Draws which of the rules that hold are attested, and where. A rule that merely holds is none. */
export function drawRules(draw: Draw, blueprint: Blueprint): Rule[] {
  const wanted = draw.integer(...(COUNTS[blueprint.complexity] ?? [5, 8]));
  const kinds = [chains(blueprint), namings(blueprint), interfaces(blueprint)].map((of) => draw.shuffle(of));
  const boundaries = draw.shuffle(boundariesOf(draw, blueprint));
  const rules: Bare[] = [];
  // A few of each kind, if there are any.
  rules.push(...apartFrom(kinds[0] ?? [], draw.integer(2, 3)));
  rules.push(...(kinds[1] ?? []).slice(0, draw.integer(0, 1)));
  rules.push(...(kinds[2] ?? []).slice(0, draw.integer(1, 3)));
  const single = draw.shuffle(betweenModules(blueprint));
  const chosen = [
    ...single.slice(0, draw.integer(1, 2)),
    ...boundaries.slice(0, Math.max(1, wanted - rules.length - 1)),
  ];
  // One of them is held by a test and could be broken, so that there is something to change.
  let tries = MOST_TRIED;
  const isBreakable = (rule: Bare) => {
    let ways = 3;
    for (const way of crossingsOf(blueprint, rule, chosen)) {
      if (ways-- === 0 || tries-- <= 0) return false;
      if (runsToEnd(crossed(blueprint, way))) return true;
    }
    return false;
  };
  const breakable = [...boundaries, ...single].find(isBreakable);
  const breaking = breakable
    ? [breakable, ...chosen.filter((rule) => rule !== breakable).slice(0, Math.max(1, chosen.length - 1))]
    : chosen;
  rules.push(...breaking);
  return draw.shuffle(rules).map((rule): Rule => {
    const attested = attest(draw, blueprint, rule, rule === breakable);
    return {
      ...rule,
      attested: kept(blueprint, attested),
      at: attested.includes('comment') ? draw.pick(blueprint.modules.filter(({ role }) => role !== 'barrel')).id : null,
      rationale: draw.pick(REASONS),
      ...(rule === breakable ? { breakable: true as const } : {}),
    };
  });
}

/** So many of the rules, no two of which are about the same modules. */
function apartFrom(rules: readonly Bare[], count: number): Bare[] {
  const chosen: Bare[] = [];
  for (const rule of rules) {
    if (chosen.length === count) break;
    if (!chosen.some(({ src, dst }) => [src, dst].some((one) => one === rule.src || one === rule.dst)))
      chosen.push(rule);
  }
  return chosen;
}

type Bare = Pick<Rule, 'form' | 'src' | 'dst' | 'via' | 'pattern'>;

function attest(draw: Draw, blueprint: Blueprint, { form, src, dst }: Bare, byTest: boolean): Attestation[] {
  const { folders } = placesOf(blueprint);
  // A config speaks of folders alone: a module that it names is one that it has loaded.
  const isOfFolders = folders.includes(src) && folders.includes(dst ?? '');
  const luck = draw.integer(0, 99);
  if (form === 'FORBIDDEN_EDGE')
    return byTest
      ? ['test']
      : luck < 40
        ? ['test']
        : luck < 70
          ? ['comment']
          : luck < 90 && isOfFolders
            ? ['config']
            : ['test', 'comment'];
  return luck < 60 ? ['test'] : ['comment'];
}

/** What is not written attests nothing; a key of the config is held by a test. */
function kept({ comments, withTests }: Blueprint, attested: readonly Attestation[]): Attestation[] {
  return attested.filter((kind) => (kind === 'comment' ? comments !== 'none' && comments !== 'sparse' : withTests));
}

/** Places that boundary rules speak of: folders, and modules. */
function placesOf({ modules }: Blueprint): { folders: string[]; ids: ModuleId[] } {
  const ids = modules.map(({ id }) => id);
  const folders = [...new Set(ids.flatMap((id) => (id.includes('/') ? [id.slice(0, id.lastIndexOf('/'))] : [])))];
  return { folders, ids };
}

/** Folders and modules of which the one imports nothing of the other. */
function boundariesOf(draw: Draw, blueprint: Blueprint): Bare[] {
  const { folders, ids } = placesOf(blueprint);
  const imports = [...importsOf(blueprint)].flatMap(([source, list]) =>
    list.map(({ from }) => [source, from] as const),
  );
  const holds = (src: string, dst: string) =>
    !isWithin(src, dst) &&
    !isWithin(dst, src) &&
    !imports.some(([source, target]) => isWithin(source, src) && isWithin(target, dst));
  const pairs = folders.flatMap((src) => folders.map((dst) => [src, dst] as const));
  // As many rules speak of one file.
  const mixed = draw.shuffle(
    ids.flatMap((id) =>
      folders.flatMap(
        (folder) =>
          [
            [id, folder],
            [folder, id],
          ] as const,
      ),
    ),
  );
  return [...pairs, ...mixed.slice(0, pairs.length)]
    .filter(([src, dst]) => src !== dst && holds(src, dst))
    .map(([src, dst]) => ({ form: 'FORBIDDEN_EDGE', src, dst, via: null, pattern: null }));
}

/** Pairs of modules of which the one imports nothing of the other. */
function betweenModules(blueprint: Blueprint): Bare[] {
  const ids = blueprint.modules.filter(({ role }) => role !== 'entry' && role !== 'barrel').map(({ id }) => id);
  const imported = (src: string, dst: string) =>
    importsOf(blueprint)
      .get(src)
      ?.some(({ from }) => from === dst) === true;
  return ids.flatMap((src) =>
    ids
      .filter((dst) => dst !== src && !imported(src, dst))
      .map((dst): Bare => ({ form: 'FORBIDDEN_EDGE', src, dst, via: null, pattern: null })),
  );
}

/** Parts of which one runs before another one: their order stands in a config. */
function chains({ points }: Blueprint): Bare[] {
  return points
    .filter(({ style, mechanism }) => style === 'sequence' && mechanism === 'config')
    .flatMap(({ parts }) =>
      parts.flatMap((earlier, i) =>
        parts.slice(i + 1).map(
          (later): Bare => ({
            form: 'VALIDATION_CHAIN',
            src: earlier.unit.from,
            dst: later.unit.from,
            via: null,
            pattern: null,
          }),
        ),
      ),
    );
}

/** Folders whose files have a word in common. */
function namings(blueprint: Blueprint): Bare[] {
  const { folders, ids } = placesOf(blueprint);
  return folders.flatMap((folder): Bare[] => {
    const stems = ids
      .filter((id) => id.slice(0, id.lastIndexOf('/')) === folder && ids.every((other) => !other.startsWith(`${id}/`)))
      .map((id) => id.slice(id.lastIndexOf('/') + 1));
    if (stems.length < 2 || ids.some((id) => isWithin(id, folder) && id.slice(0, id.lastIndexOf('/')) !== folder))
      return [];
    const words = stems.map((stem) => stem.split('_'));
    const [first = []] = words;
    const [head = '', tail = ''] = [first[0], first.at(-1)];
    const patterns = [
      ...(words.every((list) => list.length > 1 && list[0] === head) ? [`${head}_*`] : []),
      ...(words.every((list) => list.length > 1 && list.at(-1) === tail) ? [`*_${tail}`] : []),
    ];
    return patterns.map((pattern): Bare => ({ form: 'NAMING_CONVENTION', src: folder, dst: null, via: null, pattern }));
  });
}

/** Folders and modules that import none of the classes behind an abstract one. */
function interfaces(blueprint: Blueprint): Bare[] {
  const { folders, ids } = placesOf(blueprint);
  return blueprint.points.flatMap(({ port }) => {
    if (!port) return [];
    const via = port.from;
    const behind = new Set(behindOf(blueprint, { via }));
    return [...folders, ...ids]
      .filter((place) => {
        const within = [...importsOf(blueprint)].filter(([id]) => isWithin(id, place));
        return !within.some(([id, list]) => behind.has(id) || list.some(({ from }) => behind.has(from)));
      })
      .map((src): Bare => ({ form: 'INTERFACE_ONLY', src, dst: null, via, pattern: null }));
  });
}
