import { type Condition, TRACKS } from '../../src/episode/condition.ts';
import { meansByCodebase } from '../../src/scoring/aggregate.ts';
import { meanDifference } from '../../src/scoring/gap.ts';
import { meanCell, type Row, signed, type Table } from '../table.ts';
import { type ConstructResult, type ConstructSuite, groupEpisodes, type Read, withTrack } from './results.ts';

const METRICS: readonly [name: string, read: Read, digits: number][] = [
  ['F1', (scores) => scores.dependency_f1, 3],
  ['recall', (scores) => scores.dependency_recall, 3],
  ['action AUC', (scores) => scores.action_auc, 3],
  ['files opened', (scores) => scores.files_opened, 1],
];

/** The same agents on the same blueprints in several languages, side by side; null if the suite has one language. */
export function languagesTable({ episodes, codebases }: ConstructSuite): Table | null {
  const languages = [...new Set(codebases.map(({ language }) => language))].toSorted((a, b) => (a < b ? 1 : -1));
  if (languages.length < 2) return null;
  const [first, second] = languages as [string, string];
  const members = Map.groupBy(
    episodes,
    ({ agent, condition, track }) => `${agent}\n${condition}\n${TRACKS.indexOf(track)}`,
  );
  const rows = METRICS.flatMap(([metric, read, digits]) =>
    [...members.values()].map((of): Row => {
      const { agent, condition, track } = of[0] as ConstructResult;
      const inLanguage = (language: string) => of.filter(({ codebase }) => codebase.language === language);
      const cells = languages.map((language) => meanCell(groupEpisodes(inLanguage(language))[0], read, digits));
      const { value, n } = meanDifference(
        meansByCodebase(blueprintSamples(inLanguage(second), read)),
        meansByCodebase(blueprintSamples(inLanguage(first), read)),
      );
      const label = withTrack(condition satisfies Condition, track);
      return { group: metric, cells: [agent, label, ...cells, `${signed(value)} (n=${n})`] };
    }),
  );
  return {
    title: 'Languages',
    columns: ['agent', 'condition', ...languages, `${second} − ${first}`],
    rows,
    notes: [
      'The difference is taken seed by seed, over the n seeds that both languages have.',
      ...(languages.includes('python')
        ? [
            "Python's package initialisers are files too: opening them costs explorers actions that TypeScript's folders don't. " +
              "TypeScript's package.json and tsconfig.json are files that Python's codebases lack, and config-aware opens them.",
          ]
        : []),
    ],
  };
}

/** Codebases of one seed are one blueprint: they are paired by their name without the language. */
function blueprintSamples(episodes: readonly ConstructResult[], read: Read) {
  return episodes.map(({ codebase, scores }) => ({
    codebase: codebase.id.replace(codebase.language, ''),
    value: scores && read(scores),
  }));
}
