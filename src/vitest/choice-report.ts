import type { Transcript } from '../episode/transcript.ts';

/** How many questions are shown. */
const SHOWN = 3;

/** The questions that were answered wrong, a few of them, with what was chosen and what is right: lines for a failure message. */
export function reportChoices({ events }: Transcript): string[] {
  const wrong = events.flatMap((event) =>
    event.type === 'choice' && event.chosen !== event.question.answer ? [event] : [],
  );
  if (wrong.length === 0) return [];
  const shown = wrong
    .slice(0, SHOWN)
    .flatMap(({ question, chosen }) => [
      `  ${question.text}`,
      `    chose ${chosen === null ? 'none of the options' : question.options[chosen]}`,
      `    right ${question.options[question.answer]}`,
    ]);
  const more = wrong.length > SHOWN ? [`  and ${wrong.length - SHOWN} more`] : [];
  return [`  wrong (${wrong.length}):`, ...shown, ...more];
}
