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
