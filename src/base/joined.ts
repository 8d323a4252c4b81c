/** Names in one, by ` > ` as Vitest joins titles. Different names never give the same: what looks like a joint in a name is marked. */
export function joined(names: readonly (string | number)[]): string {
  return names.map((name) => String(name).replaceAll('\\', '\\\\').replaceAll(' > ', ' \\> ')).join(' > ');
}
