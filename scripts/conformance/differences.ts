const TOLERANCE = 1e-9;

/**
 * Where `actual` is not as `expected`, one line each; no line when it is. Numbers agree to 1e-9, `edges` as a set,
 * `…_at_least` as a lower bound. Fields that `expected` does not name are not compared.
 */
export function differences(expected: unknown, actual: unknown, path = ''): string[] {
  const differs = [`${path || 'result'}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
  if (typeof expected === 'number') {
    if (typeof actual !== 'number') return differs;
    const agrees = path.endsWith('_at_least') ? actual >= expected : Math.abs(actual - expected) <= TOLERANCE;
    return agrees ? [] : differs;
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs;
    const [left, right] = path.endsWith('edges') ? [sorted(expected), sorted(actual)] : [expected, actual];
    return left.flatMap((value, i) => differences(value, right[i], `${path}[${i}]`));
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return differs;
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, (actual as Record<string, unknown>)[key], path ? `${path}.${key}` : key),
    );
  }
  return expected === actual ? [] : differs;
}

const sorted = (values: unknown[]) => values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
