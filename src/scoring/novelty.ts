import type { GroundTruth } from '../codebase/ground-truth.ts';
import { kindOf } from '../episode/actions/actions.ts';
import { type ActionEvent, actionsOf, type Transcript } from '../episode/transcript.ts';
import { isAttainable } from './externalisation.ts';

/** What one action brought that was not known before. */
export interface Novelty {
  step: number;
  event: ActionEvent;
  /** In words, e.g. `5 names`, `3 edges attainable`, `nothing`. */
  news: string;
}

/** What each budgeted action of an episode brought. */
export function noveltiesOf(transcript: Transcript, truth: GroundTruth): Novelty[] {
  const seen = new Set<string>();
  const opened = new Set<string>();
  const attained = new Set<number>();
  const add = (texts: readonly string[]) => {
    const fresh = texts.filter((text) => !seen.has(text));
    for (const text of fresh) seen.add(text);
    return fresh.length;
  };
  return actionsOf(transcript)
    .filter(({ step }) => step > 0)
    .map((event) => ({ step: event.step, event, news: newsOf(event) }));

  function newsOf({ action, output, ok }: ActionEvent): string {
    if (!ok) return 'failed';
    // What a file brings is what it lets be known.
    if (action.type === 'open') {
      if (opened.has(action.argument)) return 'nothing: opened before';
      opened.add(action.argument);
      const edges = truth.dependency_edges.filter((edge, i) => !attained.has(i) && isAttainable(edge, opened));
      for (const edge of edges) attained.add(truth.dependency_edges.indexOf(edge));
      return edges.length === 0 ? 'no edge attainable' : `${counted(edges.length, 'edge')} attainable`;
    }
    const { pieces, what } = kindOf(action.type)?.news(action, output) ?? { pieces: [], what: '' };
    const fresh = add(pieces);
    return fresh === 0 && pieces.length === 1 ? 'nothing: known before' : counted(fresh, what);
  }
}

function counted(count: number, what: string): string {
  return count === 0 ? 'nothing' : `${count} ${what}${count === 1 ? '' : 's'}`;
}
