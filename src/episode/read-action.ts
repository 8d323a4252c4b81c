import { normalisePath } from '../codebase/path.ts';
import type { Action } from './action.ts';

const VERBS = 'LIST|OPEN|SEARCH|INSPECT|DONE';
/** List marks, Markdown, quotes, tags, fences and an `Action:` prefix may surround an action on its line. */
const LINE = new RegExp(`^(${VERBS})\\b(?:\\*\\*|__|\`)*\\s*(\\(.*)?$`, 'i');
const RUNNING = new RegExp(`\\b(${VERBS})\\(`, 'g');

/**
 * Reads an action from an answer. The first line that is nothing but an action counts; else the last `VERB(` written in
 * capitals in running text, DONE only if there is no other. An object `{action, argument, symbol}`, given as such or as
 * JSON, is read too.
 *
 * @returns null when there is no usable action, or an argument that it needs is missing
 */
export function readAction(answer: unknown): Action | null {
  if (typeof answer === 'object' && answer !== null) return fromObject(answer as Record<string, unknown>);
  if (typeof answer !== 'string') return null;
  return fromJson(answer) ?? fromLines(answer) ?? fromRunningText(answer);
}

function fromObject(value: Record<string, unknown>): Action | null {
  const verb = value.action ?? value.type;
  if (typeof verb !== 'string') return null;
  const text = (field: unknown) => (typeof field === 'string' ? field : '');
  return build(verb.trim().toUpperCase(), text(value.argument), text(value.symbol));
}

function fromJson(answer: string): Action | null {
  const object = /\{[^{}]*\}/.exec(answer.length > 100_000 ? '' : answer);
  if (!object || !/["']?action["']?\s*:/i.test(object[0])) return null;
  try {
    return fromObject(JSON.parse(object[0]) as Record<string, unknown>);
  } catch {
    return null;
  }
}

function fromLines(answer: string): Action | null {
  for (const line of answer.split('\n')) {
    const match = LINE.exec(undress(line));
    if (!match) continue;
    const verb = (match[1] as string).toUpperCase();
    const rest = match[2];
    if (rest === undefined) {
      if (verb === 'DONE' || verb === 'LIST') return build(verb, '', '');
      continue;
    }
    const { argument, end } = readArgument(rest);
    if (rest.slice(end).trim() !== '') continue;
    const action = fromCall(verb, argument);
    if (action) return action;
  }
  return null;
}

/** The line without what may surround an action. */
function undress(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+>#]\s+|\d+[.)]\s+)+/, '')
    .replace(/^<\/?[\w-]+>\s*/, '')
    .replace(/\s*<\/?[\w-]+>$/, '')
    .replace(/^(?:\*\*|__|[`"'_*])*\s*(?:(?:next\s+)?action\s*:\s*)?(?:\*\*|__|[`"'_*])*\s*/i, '')
    .replace(/(?:\*\*|__|[`"'_*;.])+$/, '')
    .trim();
}

function fromRunningText(answer: string): Action | null {
  const calls = [...answer.matchAll(RUNNING)].map((match) => {
    const open = match.index + (match[1] as string).length;
    const lineEnd = answer.indexOf('\n', open);
    const rest = answer.slice(open, lineEnd === -1 ? answer.length : lineEnd);
    return fromCall(match[1] as string, readArgument(rest).argument);
  });
  const usable = calls.filter((action) => action !== null);
  return usable.findLast((action) => action.type !== 'done') ?? usable.at(-1) ?? null;
}

/** The text from the opening bracket to the one that balances it, else to the last one on the line, else to its end. */
function readArgument(rest: string): { argument: string; end: number } {
  let depth = 0;
  for (let i = 0; i < rest.length; i++) {
    if (rest[i] === '(') depth++;
    else if (rest[i] === ')' && --depth === 0) return { argument: rest.slice(1, i), end: i + 1 };
  }
  const last = rest.lastIndexOf(')');
  return last === -1 ? { argument: rest.slice(1), end: rest.length } : { argument: rest.slice(1, last), end: last + 1 };
}

function fromCall(verb: string, argument: string): Action | null {
  if (verb !== 'INSPECT') return build(verb, undressArgument(argument), '');
  const comma = argument.indexOf(',');
  if (comma === -1) return null;
  return build(verb, undressArgument(argument.slice(0, comma)), undressArgument(argument.slice(comma + 1)));
}

/** The argument without a `name=` and quotes around it. */
function undressArgument(argument: string): string {
  const value = argument.trim().replace(/^[a-z_]+\s*=\s*(?=["'`])/i, '');
  const quoted = /^(["'`])(.*)\1$/s.exec(value);
  return quoted ? (quoted[2] as string) : value;
}

function build(verb: string, argument: string, symbol: string): Action | null {
  // A path that leaves the codebase is passed on as it was said, so that the environment can answer it.
  const path = normalisePath(argument) ?? argument;
  switch (verb) {
    case 'DONE':
      return { type: 'done' };
    case 'LIST':
      return { type: 'list', argument: path };
    case 'OPEN':
      return path === '' ? null : { type: 'open', argument: path };
    case 'SEARCH':
      return argument === '' ? null : { type: 'search', argument };
    case 'INSPECT':
      return path === '' || symbol.trim() === '' ? null : { type: 'inspect', argument: path, symbol: symbol.trim() };
    default:
      return null;
  }
}
