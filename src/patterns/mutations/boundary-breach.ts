import type { ModuleId } from '../pipeline/blueprint.ts';
import { placePath } from '../pipeline/dialects.ts';
import { planImports } from '../pipeline/edges.ts';
import { type PlannedInvariant, planInvariants } from '../pipeline/invariants.ts';
import type { Change, Site } from './site.ts';

/** An import appears that a planted and tested rule forbids. */
export function breachBoundary(site: Site): Change {
  const { syntax, dialect, repaired } = site;
  const breaches = planInvariants(site.blueprint)
    .filter(({ type }) => type === 'BOUNDARY')
    .flatMap((rule) => waysToBreach(site, rule).map((way) => ({ rule, ...way })));
  const { rule, source, target } = site.draw.pick(breaches);
  const [from, to] = [site.path(source), site.path(target)];
  const [name] = site.truth.modules[to]?.exports ?? [];
  if (name === undefined) throw new Error(`mutate: ${to} exports nothing`);

  const parts = syntax.split(site.text(from));
  const line = syntax.importLine(source, target, name);
  const { gap } = syntax;
  const body = `${syntax.keeps(name)}${gap}${parts.body}`;
  site.files.set(from, syntax.join({ ...parts, imports: [...parts.imports, line], body }));
  site.addEdge(source, target, 'IMPORTS');

  const { src, dst = null } = rule.constraint;
  const place = (at: string | null) => (at === null ? null : placePath(site.blueprint, dialect, at));
  site.truth.invariants = site.truth.invariants.filter(
    ({ structured }) =>
      !(
        structured?.type === 'FORBIDDEN_EDGE' &&
        structured.src === place(src) &&
        (structured.dst ?? null) === place(dst)
      ),
  );
  if (repaired) {
    const assertion = syntax.boundaryAssertion(src ?? '', dst);
    site.files.set(dialect.boundaryTest, syntax.withoutTest(site.text(dialect.boundaryTest), assertion));
  }
  return { target: source, description: `${from} now imports ${to}, which was forbidden.` };
}

/** Pairs of modules whose import breaks the rule and closes no cycle; a static import by the registry would hide a wire. */
function waysToBreach(
  { blueprint }: Site,
  { constraint: { src, dst } }: PlannedInvariant,
): { source: ModuleId; target: ModuleId }[] {
  if (src === 'registry') return [];
  const imports = planImports(blueprint);
  const modules = [...imports.keys()].filter((id) => id !== 'cli');
  const inside = (id: ModuleId, at: string | null | undefined) => !at || id === at || id.startsWith(`${at}/`);
  return modules
    .filter((id) => inside(id, src))
    .flatMap((source) =>
      modules
        .filter(
          (target) =>
            inside(target, dst) && target !== source && target !== 'types' && !reaches(imports, target, source),
        )
        .map((target) => ({ source, target })),
    );
}

function reaches(imports: ReadonlyMap<ModuleId, readonly ModuleId[]>, from: ModuleId, to: ModuleId): boolean {
  const seen = new Set([from]);
  for (const id of seen) for (const next of imports.get(id) ?? []) seen.add(next);
  return seen.has(to);
}
