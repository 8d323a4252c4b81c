import type { Body } from './model.ts';

/** The limit of an answer in a body: at the first of the paths where one is. */
export function limitIn(body: Body, paths: readonly (readonly string[])[]): number | null {
  const limit = paths.map((path) => read(body, path)).find((value) => value !== undefined);
  return typeof limit === 'number' && Number.isFinite(limit) ? limit : null;
}

/** What stands at a path of a body; undefined where nothing does. */
export function read(body: Body, path: readonly string[]): unknown {
  let at: unknown = body;
  for (const key of path) at = typeof at === 'object' && at !== null ? (at as Body)[key] : undefined;
  return path.length === 0 ? undefined : at;
}

/** The body with a value at a path; undefined takes the field out. Where that changes nothing it is the same object. */
export function write(body: Body, [key, ...rest]: readonly string[], value: unknown): Body {
  if (key === undefined) return body;
  const { [key]: old, ...others } = body;
  const next = rest.length === 0 ? value : write((old ?? {}) as Body, rest, value);
  if (next === old) return body;
  if (next === undefined) return others;
  // In its old place, so that nothing else of the text changes.
  return Object.fromEntries(
    key in body ? Object.entries({ ...body, [key]: next }) : [...Object.entries(body), [key, next]],
  );
}

/** A body with the user's own fields merged in last, objects field by field. */
export function merge(body: Body, own: Readonly<Body> | undefined): Body {
  if (own === undefined) return body;
  const isObject = (value: unknown): value is Body =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = Object.entries(own).map(([key, value]): [string, unknown] => {
    const old = body[key];
    return [key, isObject(old) && isObject(value) ? merge(old, value) : value];
  });
  return { ...body, ...Object.fromEntries(entries) };
}

/** The fields of a body, and the messages in `list` each by itself. */
export function partsOf(body: Body, list: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): [string, unknown][] =>
      name === list && Array.isArray(value)
        ? value.map((message, i) => [`message ${i + 1}`, message])
        : [[name, value]],
    ),
  );
}

/**
 * Checks the fields that a user wants merged into each request.
 *
 * @param own paths of what is the agent's own: the model, the conversation
 * @throws TypeError that names the field
 */
export function checkRequest(
  what: string,
  request: Readonly<Body> | undefined,
  own: readonly (readonly string[])[],
): void {
  const replaced = own.find((path) => request !== undefined && read(request, path) !== undefined);
  if (replaced)
    throw new TypeError(`${what}: request.${replaced.join('.')} is the agent's own, and not to be replaced`);
}
