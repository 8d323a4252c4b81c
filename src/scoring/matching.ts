/**
 * The size of a maximum matching between two sides, by augmenting paths (Kuhn). Unlike taking the first partner that
 * fits, the result does not depend on the order of either side.
 *
 * @param fits whether the left element at `i` may be paired with the right element at `j`
 */
export function maximumMatching(left: number, right: number, fits: (i: number, j: number) => boolean): number {
  const partner = new Array<number>(right).fill(-1);

  const augment = (i: number, visited: boolean[]): boolean => {
    for (let j = 0; j < right; j++) {
      if (visited[j] || !fits(i, j)) continue;
      visited[j] = true;
      const current = partner[j] as number;
      if (current === -1 || augment(current, visited)) {
        partner[j] = i;
        return true;
      }
    }
    return false;
  };

  let size = 0;
  for (let i = 0; i < left; i++) if (augment(i, new Array<boolean>(right).fill(false))) size++;
  return size;
}
