import { remembered } from '../base/remembered.ts';
import { LONGEST_ANSWER, spoken } from '../belief/spoken.ts';
import { type Action, type ActionKinds, ALL_ACTIONS, kindOf } from './actions/actions.ts';

/** How the names of some actions are recognised. */
interface Verbs {
  kinds: ActionKinds;
  bare: ReadonlySet<string>;
  verb: RegExp;
  named: RegExp;
  running: RegExp;
}

const verbsOf = remembered((kinds: ActionKinds): Verbs => {
  const names = kinds.map(({ name }) => name.toUpperCase()).join('|');
  return {
    kinds,
    bare: new Set(kinds.flatMap(({ name, bare }) => (bare ? [name.toUpperCase()] : []))),
    verb: new RegExp(`^(?:${names})(?!\\w)`, 'i'),
    named: new RegExp(names, 'i'),
    running: new RegExp(`\\b(${names})\\(`, 'g'),
  };
});

/** So many calls in running text are looked at, from the last one on, and so long an argument is read there. */
const MOST_CALLS = 256;
const LONGEST_ARGUMENT = 4_096;

/**
 * Reads an action from an answer. The first line that is nothing but an action counts; else the last `VERB(` written in
 * capitals in running text, DONE only if there is no other. An object `{action, argument, symbol}`, given as such or as
 * JSON, is read too. Reasoning in tags is no part of the answer. Each step is linear in the length of the answer.
 *
 * @param kinds the actions that there are; default: all
 * @returns null when there is no usable action, or an argument that it needs is missing
 */
export function readAction(answer: unknown, kinds: ActionKinds = ALL_ACTIONS): Action | null {
  const verbs = verbsOf(kinds);
  if (typeof answer === 'object' && answer !== null) return fromObject(answer as Record<string, unknown>, verbs);
  if (typeof answer !== 'string') return null;
  const said = spoken(answer).slice(-LONGEST_ANSWER);
  return fromJson(said, verbs) ?? fromLines(said, verbs) ?? fromRunningText(said, verbs);
}

function fromObject(value: Record<string, unknown>, verbs: Verbs): Action | null {
  const verb = value.action ?? value.type;
  if (typeof verb !== 'string') return null;
  const text = (field: unknown) => (typeof field === 'string' ? field : '');
  return build(verb.trim(), [text(value.argument), text(value.symbol)], verbs);
}

function fromJson(answer: string, verbs: Verbs): Action | null {
  const object = /\{[^{}]*\}/.exec(answer);
  if (!object || !/["']?action["']?\s*:/i.test(object[0])) return null;
  try {
    return fromObject(JSON.parse(object[0]) as Record<string, unknown>, verbs);
  } catch {
    return null;
  }
}

function fromLines(answer: string, verbs: Verbs): Action | null {
  for (const line of answer.split('\n')) {
    if (line.length < 4 || !verbs.named.test(line)) continue;
    const bare = undress(line);
    const verb = verbs.verb.exec(bare)?.[0];
    if (verb === undefined) continue;
    const rest = withoutLeading(bare.slice(verb.length), '*_`').trimStart();
    if (rest === '') {
      if (verbs.bare.has(verb.toUpperCase())) return build(verb, [], verbs);
      continue;
    }
    if (!rest.startsWith('(')) continue;
    const { argument, end } = readArgument(rest);
    if (rest.slice(end).trim() !== '') continue;
    const action = fromCall(verb.toUpperCase(), argument, verbs);
    if (action) return action;
  }
  return null;
}

/** List marks, Markdown, quotes, a tag and an `Action:` prefix may surround an action on its line. */
function undress(line: string): string {
  let bare = line.trim();
  for (let mark = /^(?:[-*+>#]|\d{1,9}[.)])\s+/.exec(bare); mark; mark = /^(?:[-*+>#]|\d{1,9}[.)])\s+/.exec(bare)) {
    bare = bare.slice(mark[0].length);
    if (bare.length > LONGEST_ARGUMENT) break;
  }
  bare = bare.replace(/^<\/?[\w-]{1,64}>\s*/, '');
  const tag = bare.endsWith('>') ? /<\/?[\w-]{1,64}>$/.exec(bare.slice(-70)) : null;
  if (tag) bare = bare.slice(0, -tag[0].length).trimEnd();
  bare = withoutLeading(bare, '*_`"\'').trimStart();
  bare = bare.replace(/^(?:next\s{1,9})?action\s{0,9}:/i, '').trimStart();
  return withoutTrailing(withoutLeading(bare, '*_`"\''), '*_`"\';.').trim();
}

function withoutLeading(text: string, chars: string): string {
  let start = 0;
  while (start < text.length && chars.includes(text[start] as string)) start++;
  return text.slice(start);
}

function withoutTrailing(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text[end - 1] as string)) end--;
  return text.slice(0, end);
}

function fromRunningText(answer: string, verbs: Verbs): Action | null {
  let done: Action | null = null;
  for (const match of [...answer.matchAll(verbs.running)].slice(-MOST_CALLS).reverse()) {
    const open = match.index + (match[1] as string).length;
    const rest = answer.slice(open, open + LONGEST_ARGUMENT);
    const lineEnd = rest.indexOf('\n');
    const { argument } = readArgument(lineEnd === -1 ? rest : rest.slice(0, lineEnd));
    const action = fromCall(match[1] as string, argument, verbs);
    if (action && !kindOf(action.type, verbs.kinds)?.ends) return action;
    done ??= action;
  }
  return done;
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

/** An action with several arguments has them between commas; the last one takes the rest. */
function fromCall(verb: string, text: string, verbs: Verbs): Action | null {
  const count = Object.keys(kindOf(verb, verbs.kinds)?.parameters.shape ?? {}).length;
  const values: string[] = [];
  let rest = text;
  for (let i = 1; i < count; i++) {
    const comma = rest.indexOf(',');
    if (comma === -1) return null;
    values.push(undressArgument(rest.slice(0, comma)));
    rest = rest.slice(comma + 1);
  }
  return build(verb, [...values, undressArgument(rest)], verbs);
}

/** The argument without a `name=` and quotes around it. */
function undressArgument(argument: string): string {
  const value = argument.trim().replace(/^[a-z_]+\s*=\s*(?=["'`])/i, '');
  const quoted = /^(["'`])(.*)\1$/s.exec(value);
  return quoted ? (quoted[2] as string) : value;
}

function build(verb: string, values: readonly string[], { kinds }: Verbs): Action | null {
  return kindOf(verb, kinds)?.read(...values) ?? null;
}
