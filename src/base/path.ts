/** Whether a path is a place, or in the folder that a place is; nothing named is any place. */
export function isWithin(path: string, place: string | null | undefined): boolean {
  return !place || path === place || path.startsWith(`${place}/`);
}

/**
 * The one spelling of a path inside a codebase: segments joined by `/`, without `./`, empty segments, or a leading or
 * trailing `/`; `..` is resolved and back slashes count as `/`. The root is the empty string.
 *
 * @returns null for a path that leaves the codebase
 */
export function normalisePath(path: string): string | null {
  const segments: string[] = [];
  for (const segment of path.trim().replaceAll('\\', '/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

/** The directory of a path, the root being the empty string. */
export function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The last segment without its extension. */
export function stemOf(path: string): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
