/**
 * What a list has for a language.
 *
 * @param what the list is of, e.g. `verifier`
 * @throws Error for a language that is not in it: nothing stands in for another
 */
export function inLanguage<T>(what: string, list: Readonly<Record<string, T>>, language: string): T {
  const found = Object.hasOwn(list, language) ? list[language] : undefined;
  if (found === undefined)
    throw new Error(
      `there is no ${what} for ${language}: there is one for ${Object.keys(list).toSorted().join(' and ')}`,
    );
  return found;
}
