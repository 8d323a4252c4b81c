import { CHECKED_FORMS, type CheckedForm } from '../../src/patterns/questions/compliance.ts';
import { meansByCodebase } from '../../src/scoring/aggregate.ts';
import { meanDifference } from '../../src/scoring/gap.ts';
import type { Metric } from '../../src/scoring/metrics.ts';
import type { SuiteResults } from '../results.ts';
import { groupEpisodes, meanCell, type Row, samplesOf, signed, type Table, withTrack } from '../table.ts';

/** How questions about constraints were answered, by the form of the invariant; null without an exploit phase. */
export function constraintsTable({ exploits }: SuiteResults): Table | null {
  if (exploits.length === 0) return null;
  const rows = (['all', ...CHECKED_FORMS] as const).flatMap((form) =>
    [...Map.groupBy(exploits, ({ agent, track }) => withTrack(agent, track))].map(([agent, of]): Row => {
      const read = accuracyOf(form);
      const [explored = [], control = []] = (['explored', 'question-only'] as const).map((exploit) =>
        of.filter((episode) => episode.exploit === exploit),
      );
      const asked = explored.reduce(
        (sum, { scores }) =>
          sum + ((form === 'all' ? scores?.exploit?.total : scores?.exploit?.by_form[form].total) ?? 0),
        0,
      );
      const means = (episodes: typeof of) => meansByCodebase(samplesOf(episodes, read));
      const lift = meanDifference(means(explored), means(control)).value;
      const cell = (episodes: typeof of) => meanCell(groupEpisodes(episodes)[0], read);
      return { group: form, cells: [agent, cell(explored), cell(control), signed(lift), String(asked)] };
    }),
  );
  return {
    title: 'Constraints',
    columns: ['agent', 'accuracy', 'prior', 'lift', 'questions'],
    rows,
    notes: [
      'Four options, one of them right: chance is 0.25. prior: the same questions without having seen the codebase; lift = accuracy − prior, over the codebases that have both. Means over codebases.',
    ],
  };
}

function accuracyOf(form: CheckedForm | 'all'): Metric['read'] {
  return ({ exploit }) => (form === 'all' ? exploit?.accuracy : exploit?.by_form[form].accuracy) ?? null;
}
