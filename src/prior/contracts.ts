import { stemOf } from '../base/path.ts';
import type { Contract } from '../codebase/ground-truth.ts';
import { wordsIn } from './features.ts';
import type { Places } from './places.ts';

/** An export that a module seems to have. */
export type GuessedContract = Pick<Contract, 'module' | 'name' | 'signature'>;

/** The name of an export as the words of its module, or as it stands. */
type Template = { words: true } | { name: string };

/** Exports that fewer modules of a kind have are not guessed at. */
const LEAST_SHARE = 0.2;

/** Learns what modules of a kind export: names made of those of their files, or the same everywhere, and the usual signature. */
export class ContractLearner {
  private readonly kinds = new Map<
    string,
    { modules: number; exports: Map<string, { count: number; signatures: Map<string, number> }> }
  >();
  private readonly isCamelCase: boolean;

  constructor(lessons: readonly { places: Places; contracts: readonly Contract[]; language: string }[]) {
    this.isCamelCase = lessons[0]?.language !== 'python';
    for (const { places, contracts } of lessons) {
      const byModule = Map.groupBy(contracts, ({ module }) => module);
      for (const path of places.paths) {
        const kind = this.kinds.get(places.kindOf(path)) ?? { modules: 0, exports: new Map() };
        kind.modules++;
        for (const { name, signature } of byModule.get(path) ?? []) {
          const template = JSON.stringify(templateOf(name, path));
          const known = kind.exports.get(template) ?? { count: 0, signatures: new Map() };
          known.count++;
          const text = JSON.stringify(signature);
          known.signatures.set(text, (known.signatures.get(text) ?? 0) + 1);
          kind.exports.set(template, known);
        }
        this.kinds.set(places.kindOf(path), kind);
      }
    }
  }

  believes(places: Places): GuessedContract[] {
    return places.paths.flatMap((module) => {
      const kind = this.kinds.get(places.kindOf(module));
      return [...(kind?.exports ?? [])].flatMap(([text, { count, signatures }]): GuessedContract[] => {
        if (count / (kind?.modules ?? 1) < LEAST_SHARE) return [];
        const template = JSON.parse(text) as Template;
        const [usual = '{}'] = [...signatures].toSorted(([, a], [, b]) => b - a)[0] ?? [];
        const name = 'name' in template ? template.name : this.spelled(wordsIn(stemOf(module)));
        return [{ module, name, signature: JSON.parse(usual) as Contract['signature'] }];
      });
    });
  }

  private spelled(words: readonly string[]): string {
    if (!this.isCamelCase) return words.join('_');
    return words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  }
}

function templateOf(name: string, path: string): Template {
  return wordsIn(name).join() === wordsIn(stemOf(path)).join() ? { words: true } : { name };
}
