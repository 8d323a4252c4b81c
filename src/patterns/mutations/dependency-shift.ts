import type { AdapterPlan, ModuleId } from '../pipeline/blueprint.ts';
import { planCalls, planImports } from '../pipeline/edges.ts';
import type { Change, Site } from './site.ts';

/** Where the function of the only adapter goes. */
const NEW_MODULE: ModuleId = 'adapters/previews';

/** The exported function of an adapter moves to another module. Sources follow; the test does only where it is repaired. */
export function shiftDependency(site: Site): Change {
  const { blueprint, dialect, repaired } = site;
  const adapter = site.draw.pick(blueprint.adapters);
  const others = blueprint.adapters.filter((other) => other !== adapter);
  const home = others.length > 0 ? site.draw.pick(others).id : NEW_MODULE;
  const [from, to, fn] = [site.path(adapter.id), site.path(home), dialect.functionName(adapter.fn)];

  moveText(site, adapter, home);
  moveTruth(site, adapter, home);
  followInSources(site, adapter, home);
  if (repaired) followInTest(site, adapter, home);
  return { target: adapter.id, description: `${fn} moved from ${from} to ${to}.` };
}

function moveText(site: Site, { id, stage }: AdapterPlan, home: ModuleId): void {
  const { syntax } = site;
  const moved = syntax.split(site.text(site.path(id)));
  site.files.set(site.path(id), syntax.empty(moved.comment));
  if (home === NEW_MODULE) {
    const comment = syntax.comment(`This module shows on its own what single stages do, ${stage.module} first.`);
    site.files.set(site.path(home), syntax.join({ ...moved, comment }));
    return;
  }
  const there = syntax.split(site.text(site.path(home)));
  const imports = [...new Set([...there.imports, ...moved.imports])];
  const { gap } = syntax;
  site.files.set(site.path(home), syntax.join({ ...there, imports, body: `${there.body}${gap}${moved.body}` }));
}

/** What holds whether or not others follow: exports, imports, contracts. */
function moveTruth(site: Site, { id, fn, stage }: AdapterPlan, home: ModuleId): void {
  const [from, to, name] = [site.path(id), site.path(home), site.dialect.functionName(fn)];
  const { modules, contracts } = site.truth;
  modules[to] ??= { filepath: to, purpose: `shows on its own what ${stage.module} does`, exports: [], edges: [] };
  modules[to].exports.push(name);
  if (modules[from]) modules[from].exports = modules[from].exports.filter((other) => other !== name);
  for (const target of planImports(site.blueprint).get(id) ?? []) site.addEdge(home, target, 'IMPORTS');
  site.removeEdges(({ source, type }) => source === from && type === 'IMPORTS');
  site.contract(id, fn).module = to;
  for (const contract of contracts) {
    contract.callers = [...new Set(contract.callers.map((caller) => (caller === from ? to : caller)))];
  }
}

/** The command line imports the function from its new place; whoever enters it there makes the calls that were made before. */
function followInSources(site: Site, { id, fn, byCli, formatter }: AdapterPlan, home: ModuleId): void {
  const { dialect, syntax, repaired } = site;
  const cli = site.path('cli');
  if (byCli) {
    const name = dialect.functionName(fn);
    site.replace(cli, syntax.importLine('cli', id, name), syntax.importLine('cli', home, name));
    site.addEdge('cli', home, 'IMPORTS');
    site.addEdge('cli', home, 'CALLS_API');
    site.removeEdges(({ source, target }) => source === cli && target === site.path(id));
  }
  site.removeCalls(id);
  if (byCli || repaired) {
    for (const [source, target] of planCalls(site.blueprint))
      if (source === id) site.addEdge(home, target, 'CALLS_API');
  } else if (formatter) {
    // The test looks for the function where it was, and nobody else enters it.
    site.removeCalls(formatter.id);
  }
}

/** The test of the function loads the module by its path, or by its dotted name. */
function followInTest(site: Site, { id, fn }: AdapterPlan, home: ModuleId): void {
  const { dialect, syntax } = site;
  const [before, after] = [id, home].map((module) =>
    syntax.loadsInTest(module, site.path(module), dialect.functionName(fn)),
  ) as [string, string];
  site.replace(dialect.behaviourTest, before, after);
}
