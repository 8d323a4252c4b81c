import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joined } from './joined.ts';

test('different names never give the same', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('a', 'a > b', 'a \\> b', '\\', ' > ', '>', ''));
  const names = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(names, names, (a, b) => {
      fc.pre(JSON.stringify(a) !== JSON.stringify(b));
      // A name that ends or begins with a blank could lend it to a joint.
      fc.pre([...a, ...b].every((one) => one === one.trim()));
      expect(joined(a)).not.toBe(joined(b));
    }),
  );
  expect(joined(['suite', 'agent', 3])).toBe('suite > agent > 3');
});
