import { nameOf, stemOf } from '../base/path.ts';

/** Words that tell what a module is for: which role each word stands for. */
export type Vocabulary = ReadonlyMap<string, string>;

/** What a file list says of one module. */
export interface Features {
  /** The role that its name speaks of, or a word that is common, or `?`. */
  name: string;
  /** The role that its folder speaks of, or `-`. */
  folder: string;
  place: string;
}

/** The words of a path part: `price_service`, `priceService` and `price-service` have two. */
export function wordsIn(part: string): string[] {
  return part
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** The role that a part of a path speaks of: by its whole, else by its last word, else by its first. */
function roleIn(part: string, roles: Vocabulary): string | null {
  const words = wordsIn(part);
  const whole = words.join('_');
  const candidates = [whole, words.at(-1) ?? '', words[0] ?? '', ...words.map((word) => word.replace(/s$/, ''))];
  for (const word of candidates) {
    const role = roles.get(word);
    if (role !== undefined) return role;
  }
  return null;
}

function commonIn(part: string, common: ReadonlySet<string>): string | null {
  const word = wordsIn(part).find((one) => common.has(one));
  return word === undefined ? null : `=${word}`;
}

/** @param common words of names that stood in many of the codebases that were learnt from */
export function featuresOf(
  path: string,
  names: Vocabulary,
  folders: Vocabulary,
  common: ReadonlySet<string>,
): Features {
  const parts = path.split('/').slice(0, -1);
  const stem = nameOf(path) === '__init__.py' ? '__init__' : stemOf(path);
  return {
    name: stem === '__init__' ? '__init__' : (roleIn(stem, names) ?? commonIn(stem, common) ?? '?'),
    folder:
      parts.length < 2
        ? '/'
        : (roleIn(parts.at(-1) as string, folders) ?? commonIn(parts.at(-1) as string, common) ?? '-'),
    place: parts.join('/'),
  };
}
