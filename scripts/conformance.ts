/**
 * `npm run conformance -- DIR`: runs our scoring over a folder of conformance cases, prints a line for each that
 * differs, and exits 1 if any does. Without DIR it runs the cases kept in `fixtures/conformance`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Case, CHECKS } from './conformance/checks.ts';
import { differences } from './conformance/differences.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const directory = positionals[0] ?? join(import.meta.dirname, '../fixtures/conformance');
if (!existsSync(directory)) {
  console.error(`conformance: no such folder: ${directory}`);
  process.exit(2);
}

let checked = 0;
let differing = 0;
for (const file of readdirSync(directory).toSorted()) {
  const check = CHECKS[file];
  if (!check) {
    if (file.endsWith('.json')) console.log(`${file}: skipped, no check of that name`);
    continue;
  }
  const cases = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Case[];
  for (const input of cases) {
    checked++;
    const found = run(check, input);
    if (found.length === 0) continue;
    differing++;
    console.log(`${file}: ${JSON.stringify(input.name ?? input.text)}: ${found.join('; ')}`);
  }
}
console.log(`${checked} cases, ${differing} differ`);
if (checked === 0)
  console.error(`conformance: no known files in ${directory} (expected ${Object.keys(CHECKS).join(', ')})`);
process.exit(differing > 0 || checked === 0 ? 1 : 0);

function run(check: (input: Case) => unknown, input: Case): string[] {
  try {
    return differences(input.expected, check(input));
  } catch (error) {
    return [`threw ${error instanceof Error ? error.message : String(error)}`];
  }
}
