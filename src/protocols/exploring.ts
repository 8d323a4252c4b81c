import { ALL_ACTIONS } from '../episode/actions/actions.ts';
import type { Protocol } from '../episode/protocol.ts';

/** What is shown to whoever explores; phases that go on from there show it, too. */
const exploring: Omit<Protocol, 'phase'> = {
  actions: ALL_ACTIONS,
  texts: [
    'system',
    'asked',
    'asked-at-the-end',
    'active-tools',
    'active-text',
    'passive',
    'belief',
    'example',
    'start',
    'probe',
    'continue',
    'reminder',
    'one-action',
  ],
};

/** The protocol of a phase in which agents explore, with texts of its own. */
export function exploringProtocol(phase: string, ...texts: readonly string[]): Protocol {
  return { ...exploring, phase, texts: [...exploring.texts, ...texts] };
}
