import type { StagePlan } from '../pipeline/blueprint.ts';
import { writeConfig } from '../pipeline/data.ts';
import type { Change, Site } from './site.ts';

/** A planted order of two stages is lost: the earlier one is moved behind the later, or dropped where it validates. */
export function violateInvariant(site: Site): Change {
  const { blueprint, dialect, draw } = site;
  const [earlier, later] = draw.pick(chainsOf(site));
  const needed = blueprint.stages.some(({ stage }) => stage.needs?.includes(earlier.stage.key));
  const drops = earlier.stage.operation.kind === 'require' && !needed && draw.chance(0.5);
  const others = blueprint.stages.filter((stage) => stage !== earlier);
  const order = drops ? others : others.flatMap((stage) => (stage === later ? [stage, earlier] : [stage]));

  site.files.set(dialect.configFile, writeConfig({ ...blueprint, stages: order }));
  rewire(site, order);
  if (drops) unwire(site, earlier);
  loseChains(site, order);
  const where = `in ${dialect.configFile}`;
  return {
    target: earlier.id,
    description: drops
      ? `${earlier.module} is no longer among the stages ${where}.`
      : `${earlier.module} now runs after ${later.module} ${where}.`,
  };
}

/** The planted orders of two stages. A stage that reads what the earlier one derives reads its empty value instead. */
function chainsOf({ blueprint, truth, dialect }: Site): [StagePlan, StagePlan][] {
  const byPath = new Map(blueprint.stages.map((stage) => [dialect.modulePath(stage.id), stage]));
  return truth.invariants.flatMap(({ structured }): [StagePlan, StagePlan][] => {
    if (structured?.type !== 'VALIDATION_CHAIN') return [];
    const [earlier, later] = [byPath.get(structured.src ?? ''), byPath.get(structured.dst ?? '')];
    return earlier && later ? [[earlier, later]] : [];
  });
}

/** Data flows along the new order. */
function rewire(site: Site, order: readonly StagePlan[]): void {
  site.removeEdges(({ type }) => type === 'DATA_FLOWS_TO');
  const evidence = [site.path('runner'), site.path('registry'), site.dialect.configFile];
  for (const [i, { id }] of order.entries()) {
    const before = order[i - 1];
    if (before) site.addEdge(before.id, id, 'DATA_FLOWS_TO', evidence);
  }
}

/** Nothing loads or runs the stage any more, but an adapter that shows it. */
function unwire(site: Site, { id }: StagePlan): void {
  const path = site.path(id);
  site.removeEdges(({ target, type }) => target === path && type === 'REGISTRY_WIRES');
  site.removeCalls('runner', id);
  if (!site.blueprint.adapters.some(({ stage }) => stage.id === id)) site.removeCalls(id);
}

function loseChains(site: Site, order: readonly StagePlan[]): void {
  const { dialect, syntax } = site;
  const place = (path: string | null | undefined) => order.findIndex(({ id }) => dialect.modulePath(id) === path);
  const holds = (src: string | null | undefined, dst: string | null | undefined) =>
    place(src) !== -1 && place(src) < place(dst);
  const lost = site.truth.invariants.filter(
    ({ structured }) => structured?.type === 'VALIDATION_CHAIN' && !holds(structured.src, structured.dst),
  );
  site.truth.invariants = site.truth.invariants.filter((invariant) => !lost.includes(invariant));
  if (!site.repaired) return;
  const name = (path: string | null | undefined) =>
    site.blueprint.stages.find(({ id }) => dialect.modulePath(id) === path)?.module ?? '';
  let text = site.text(dialect.behaviourTest);
  for (const { structured } of lost) {
    text = syntax.withoutTest(text, syntax.orderAssertion(name(structured?.src), name(structured?.dst)));
  }
  const labels = (stages: readonly StagePlan[]) => syntax.labels(stages.map(({ stage }) => stage.key));
  site.files.set(dialect.behaviourTest, text.replace(labels(site.blueprint.stages), labels(order)));
}
