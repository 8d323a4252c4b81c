import { type Blueprint, type Rule, unitOf } from '../../blueprint/blueprint.ts';
import { allIn } from '../../blueprint/expr.ts';
import { pointOf } from '../../blueprint/imports.ts';
import { BOUNDS } from '../config.ts';
import { placeOf } from '../places.ts';
import { sentenceOf } from '../rules.ts';
import { behindOf, measureOf } from '../tested.ts';
import type { Writer } from '../writer.ts';
import { expression, spelled } from './expressions.ts';
import { dotted } from './module.ts';

const OUTSIDE = '';

/** The tests that run code, with how much each gives. They import no module statically: tests are no modules of a truth. */
export function behaviourTest(blueprint: Blueprint): string {
  const imports = new Map<string, Set<string>>();
  const take = (from: string, name: string) => imports.set(from, (imports.get(from) ?? new Set()).add(name));
  for (const { run } of blueprint.tests)
    for (const e of allIn(run)) {
      if (e.k === 'call' || e.k === 'constant') take(e.ref.from, importName(blueprint, e.ref.unit));
      if (e.k === 'through') take(pointOf(blueprint, e.point).holder, pointOf(blueprint, e.point).run);
      if (e.k === 'setUp') take(pointOf(blueprint, e.point).registrar, pointOf(blueprint, e.point).setUp);
    }
  const lines = [...imports]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([from, names]) => [...names].toSorted().map((name) => loaded(dotted(blueprint, from), name)));
  const tests = blueprint.tests.map(({ title, run, size }) => {
    const value = expression(blueprint, OUTSIDE, run);
    const measured = measureOf(blueprint, run) === 'size' ? `len(${value})` : value;
    return `    def test_${title.replace(/\W+/g, '_')}(self) -> None:\n        sample = data()\n        self.assertEqual(${measured}, ${size})`;
  });
  return `import importlib
import json
import unittest
from pathlib import Path

${lines.join('\n')}


def data():
    return json.loads((Path(__file__).parents[1] / "${blueprint.files.data}").read_text())


class Behaviour(unittest.TestCase):
${tests.join('\n\n')}
`;
}

function importName(blueprint: Blueprint, id: string): string {
  const unit = unitOf(blueprint, id);
  const [there, here] = [spelled(blueprint, unit.module, id), spelled(blueprint, OUTSIDE, id)];
  return there === here ? there : `${there} as ${here}`;
}

/** A name of a module that is loaded by its own name. */
function loaded(module: string, name: string): string {
  const [there, here = there] = name.split(' as ');
  return `${here} = importlib.import_module("${module}").${there}`;
}

/** The tests that hold rules, by reading files. They import no module. */
export function rulesTest(blueprint: Blueprint, writer: Writer): string | null {
  const rules = blueprint.rules.filter(({ attested }) => attested.includes('test'));
  const bounds = blueprint.rules.some(({ attested }) => attested.includes('config'));
  if (rules.length === 0 && !bounds) return null;
  const root = blueprint.files.package;
  const tests = [
    ...rules.map(
      (rule, i) =>
        `    def test_rule_${i + 1}(self) -> None:\n        """${sentenceOf(rule, (at) => placeOf(blueprint, writer, at))}"""\n        ${assertion(blueprint, rule)}`,
    ),
    ...(bounds
      ? [
          `    def test_bounds(self) -> None:\n        """imports stay within the bounds of the config"""\n        for bound in config()["${BOUNDS}"]:\n            self.apart(bound["in"], bound["never"])`,
        ]
      : []),
  ];
  return `import ast
import json
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[1]


def config():
    return json.loads((ROOT / "${blueprint.files.config}").read_text())


def files_in(place):
    path = ROOT / "${root}" / place
    found = path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]
    return sorted(file for file in found if file.stem != "__init__")


def imports_in(file):
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        found.update(ROOT / (name.replace(".", "/") + ".py") for name in names)
    return found


class Rules(unittest.TestCase):
    def apart(self, source, target):
        forbidden = set(files_in(target))
        for file in files_in(source):
            self.assertEqual((imports_in(file) & forbidden) - {file}, set())

    def ordered(self, names, earlier, later):
        self.assertIn(earlier, names)
        self.assertLess(names.index(earlier), names.index(later))

${tests.join('\n\n')}
`;
}

function assertion(blueprint: Blueprint, rule: Rule): string {
  switch (rule.form) {
    case 'FORBIDDEN_EDGE':
      return `self.apart("${rule.src}", "${rule.dst ?? ''}")`;
    case 'INTERFACE_ONLY':
      return behindOf(blueprint, rule)
        .map((part) => `self.apart("${rule.src}", "${part}")`)
        .join('\n        ');
    case 'NAMING_CONVENTION':
      return `for file in files_in("${rule.src}"):\n            self.assertRegex(file.stem, r"^${(rule.pattern ?? '').replaceAll('*', '.*')}$")`;
    case 'VALIDATION_CHAIN': {
      const point = blueprint.points.find(({ parts }) => parts.some(({ unit }) => unit.from === rule.src));
      return `self.ordered(config()["${point?.key}"], "${rule.src}", "${rule.dst}")`;
    }
  }
}
