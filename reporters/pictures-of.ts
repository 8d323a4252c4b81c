import type { Ended } from '../src/phases/phase.ts';
import type { Picture } from './view.ts';
import { VIEWS } from './views.ts';

/** The pictures of an episode, as its phase draws them. */
export async function picturesOf(ended: Ended): Promise<Picture[]> {
  const view = VIEWS.find(({ phase }) => phase === ended.cell.phase);
  return view ? view.pictures(ended) : [];
}
