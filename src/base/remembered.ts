/** Remembers what a pure function says of each object, for as long as the object lives; a promise only while it is not rejected. */
export function remembered<K extends object, V>(say: (key: K) => V): (key: K) => V {
  const said = new WeakMap<K, { value: V }>();
  return (key) => {
    let known = said.get(key);
    if (!known) {
      known = { value: say(key) };
      said.set(key, known);
      if (known.value instanceof Promise) known.value.catch(() => said.delete(key));
    }
    return known.value;
  };
}

/**
 * Remembers what a pure function says of an object by those of its parts on which alone that depends: copies that share these share
 * what is said.
 */
export function rememberedBy<K extends object, P extends keyof K, V>(
  parts: readonly P[],
  say: (key: K) => V,
): (key: K) => V {
  const said = new WeakMap<object, { parts: readonly K[P][]; value: V }[]>();
  return (key) => {
    const own = parts.map((part) => key[part]);
    const first = own[0] as object;
    const known = said.get(first) ?? [];
    const same = known.find((one) => one.parts.every((part, i) => part === own[i]));
    if (same) return same.value;
    const value = say(key);
    said.set(first, [...known, { parts: own, value }]);
    return value;
  };
}
