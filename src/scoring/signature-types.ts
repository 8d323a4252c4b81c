/**
 * Equality of types as people write them, in Python or TypeScript: spelling variants of one type are equal, inside
 * Optional too; spaces and case do not count.
 */
export function sameType(a: string, b: string): boolean {
  return canonicalType(a) === canonicalType(b);
}

const ALIASES: Readonly<Record<string, string>> = {
  'dict[str,any]': 'dict',
  'record<string,unknown>': 'dict',
  'list[any]': 'list',
  'any[]': 'list',
  'array<any>': 'list',
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  void: 'none',
  null: 'none',
  undefined: 'none',
  '': 'none',
};

/** One spelling for every type: lower case, no spaces, aliases resolved, Optional[X] and X | None as X. */
function canonicalType(type: string): string {
  return canonical(type.replace(/\s+/g, '').toLowerCase());
}

function canonical(type: string): string {
  if (type in ALIASES) return ALIASES[type] as string;

  const optional = unwrap(type, 'optional[', ']');
  if (optional !== null) return canonical(optional);

  const members = splitTopLevel(type, '|');
  if (members.length > 1) {
    const rest = members.map(canonical).filter((member) => member !== 'none');
    return rest.length === 0 ? 'none' : rest.join('|');
  }

  const group = unwrap(type, '(', ')');
  if (group !== null) return canonical(group);

  if (type.endsWith('[]')) return `array<${canonical(type.slice(0, -2))}>`;
  const generic = /^([a-z_$][\w$.]*)([[<])/.exec(type);
  if (generic) {
    const [open, name, bracket] = [generic[0], generic[1] as string, generic[2] as string];
    const inner = unwrap(type, open, bracket === '<' ? '>' : ']');
    if (inner !== null) {
      const args = splitTopLevel(inner, ',').map(canonical).join(',');
      return bracket === '<' ? `${name}<${args}>` : `${name}[${args}]`;
    }
  }
  return type;
}

/** What stands between `open` and `close` if these enclose the whole type, else null. */
function unwrap(type: string, open: string, close: string): string | null {
  if (!type.startsWith(open) || !type.endsWith(close)) return null;
  const inner = type.slice(open.length, -close.length);
  let depth = 0;
  for (const char of inner) {
    if ('[<('.includes(char)) depth++;
    else if ('])>'.includes(char) && --depth < 0) return null;
  }
  return depth === 0 ? inner : null;
}

function splitTopLevel(type: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < type.length; i++) {
    const char = type[i] as string;
    if ('[<('.includes(char)) depth++;
    else if ('])'.includes(char) || (char === '>' && type[i - 1] !== '=')) depth--;
    else if (char === separator && depth === 0) {
      parts.push(type.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(type.slice(start));
  return parts;
}
