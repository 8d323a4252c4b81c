import type { ModelOptions } from './model.ts';

/** What the environment may say of a provider, by name. */
export interface AccessNames {
  /** Variables that hold a key; the first one is named where none is set. */
  keys: readonly string[];
  /** Variables that stand in the place of a key, and are no secret: a profile, the path of a token. */
  standIns?: readonly string[];
  /** Variables that name another server. */
  servers: readonly string[];
  /** The variable that sets further headers, one `Name: value` a line. */
  headers?: string;
  /** The provider's own host. */
  host: string;
}

/** How a server is reached, and with whose credentials. */
export interface Access {
  /** The key to use; undefined where the SDK finds it in the environment. */
  readonly apiKey: string | undefined;
  /** The option `baseURL` names another server: nothing of the environment goes there, no key, organization or header. */
  readonly foreign: boolean;
  /** Headers that the environment sets and that must not be sent there: each with null, which takes it out again. */
  readonly headersTakenOut: Record<string, null>;
  /** The server, where it is not the provider's own; without credentials. */
  server(): string;
  secrets(): string[];
  unavailable(): string | null;
}

/** A key of the environment is the provider's: it goes to no server that somebody else named. */
export function accessTo({ apiKey, baseURL }: ModelOptions, names: AccessNames): Access {
  const url = baseURL === undefined ? null : parseUrl(baseURL);
  const foreign = baseURL !== undefined && url?.hostname !== names.host;
  const local = url !== null && /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(url.hostname);
  const set = (variables: readonly string[]) => variables.flatMap((name) => process.env[name]?.trim() || []);
  return {
    apiKey: apiKey ?? (foreign ? 'none' : undefined),
    foreign,
    headersTakenOut: Object.fromEntries(headersOf(names.headers).map(([name]) => [name, null])),
    server: () => withoutCredentials(baseURL ?? set(names.servers)[0] ?? ''),
    secrets: () => [
      ...(apiKey === undefined ? [] : [apiKey]),
      ...set(names.keys),
      ...headersOf(names.headers).flatMap(([, value]) => [value, value.replace(/^\w+ +/, '')]),
      ...[baseURL ?? '', ...set(names.servers)].flatMap(credentialsOf),
    ],
    unavailable: () => {
      if (apiKey !== undefined || (foreign && local)) return null;
      if (!foreign)
        return set([...names.keys, ...(names.standIns ?? [])]).length > 0 ? null : `${names.keys[0]} is not set`;
      return `there is no apiKey for ${url?.host ?? baseURL}: keys of the environment go to their own provider alone, so give the option apiKey ('none' where the server wants none)`;
    },
  };
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function withoutCredentials(text: string): string {
  const url = parseUrl(text);
  return url ? `${url.origin}${url.pathname}`.replace(/\/+$/, '') : text;
}

/** User and password of a URL as they may turn up: as written, decoded, and as a Basic header has them. */
function credentialsOf(text: string): string[] {
  const url = parseUrl(text);
  if (!url || (url.username === '' && url.password === '')) return [];
  const pair = `${url.username}:${url.password}`;
  const decoded = decode(pair);
  return [pair, decoded, Buffer.from(decoded).toString('base64'), url.password, decode(url.password)];
}

/** The headers that a variable sets. */
function headersOf(variable: string | undefined): [name: string, value: string][] {
  const lines = (process.env[variable ?? ''] ?? '').split('\n').filter((line) => line.includes(':'));
  return lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
