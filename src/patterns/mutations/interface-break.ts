import type { AdapterPlan } from '../pipeline/blueprint.ts';
import type { Change, Site } from './site.ts';

/** What callers pass where they follow. */
const ARGUMENT = '5';

/** A required parameter is added to the exported function of an adapter. */
export function breakInterface(site: Site): Change {
  const { blueprint, dialect, syntax, repaired } = site;
  const adapter = site.draw.pick(blueprint.adapters);
  const [path, fn] = [site.path(adapter.id), dialect.functionName(adapter.fn)];
  site.files.set(path, syntax.limited(site.text(path), fn));
  site.contract(adapter.id, adapter.fn).signature.params.push({
    name: dialect.functionName('limit'),
    type_hint: dialect.typeText('number', blueprint),
    has_default: false,
  });
  if (repaired) {
    if (adapter.byCli) site.replace(site.path('cli'), `${fn}(records)`, `${fn}(records, ${ARGUMENT})`);
    site.replace(dialect.behaviourTest, `${fn}(sample())`, `${fn}(sample(), ${ARGUMENT})`);
  } else if (syntax.refusesFewArguments) {
    // What is called after it on the same line is never reached.
    neverEntered(site, adapter);
    const later = blueprint.adapters.filter(({ byCli }) => byCli);
    if (adapter.byCli) for (const { id } of later.slice(later.indexOf(adapter))) site.removeCalls('cli', id);
  }
  return { target: adapter.id, description: `${fn} of ${path} now requires a second argument, limit.` };
}

/** No run enters the function of the adapter, nor what it alone calls. */
function neverEntered(site: Site, { id, formatter }: AdapterPlan): void {
  site.removeCalls(id);
  if (formatter) site.removeCalls(formatter.id);
}
