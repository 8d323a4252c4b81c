/** What can be reached from some places, step by step, themselves included: nearest first. */
export function reach<T>(from: Iterable<T>, next: (at: T) => Iterable<T>): ReadonlySet<T> {
  const reached = new Set(from);
  for (const at of reached) for (const one of next(at)) reached.add(one);
  return reached;
}
