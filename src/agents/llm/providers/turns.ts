import type { Message } from '../model.ts';

/** What one side says until the other does. */
export interface Turn<Part> {
  role: 'user' | 'assistant';
  parts: Part[];
}

/** Messages of users and tools that follow each other are one turn: some APIs want the sides to alternate. */
export function turnsOf<Part>(messages: readonly Message[], partsOf: (message: Message) => Part[]): Turn<Part>[] {
  const turns: Turn<Part>[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const last = turns.at(-1);
    if (last?.role === role) last.parts.push(...partsOf(message));
    else turns.push({ role, parts: partsOf(message) });
  }
  return turns;
}
