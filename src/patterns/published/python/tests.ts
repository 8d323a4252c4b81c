import { type Blueprint, stageEntry } from '../blueprint.ts';
import { recordType } from '../spelling.ts';
import { testedInvariants } from '../tested-invariants.ts';
import { packageName } from './dialect.ts';

const method = (description: string) =>
  `test_${description
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '')}`;

/** The test that asserts the boundary rules and naming conventions, by reading files. It imports no module. */
export function writeBoundaryTest(blueprint: Blueprint): string {
  const { boundaries, namings } = testedInvariants(blueprint);
  const rules = boundaries.map(({ description, src, dst }) => {
    const target = dst === null ? 'None' : `"${dst}"`;
    return `    def ${method(description)}(self):\n        self.assert_no_import("${src}", ${target})`;
  });
  const names = namings.map(({ description, folder }) => {
    const check =
      folder === 'stages'
        ? `for path in files_of("stages"):\n            self.assertRegex(path.name, r"^mod_[a-h]\\.py$")`
        : `for path in files_of("middleware"):\n            self.assertRegex(path.read_text(), r"(?m)^def with_")`;
    return `    def ${method(description)}(self):\n        ${check}`;
  });
  return `"""The rules about who may import whom. Files are read here, and no module is imported."""

import ast
import unittest
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "${packageName(blueprint)}"


def files_of(place):
    """The files of a folder, or the one file of a module."""
    folder = PACKAGE / place
    if not folder.is_dir():
        return [PACKAGE / f"{place}.py"]
    return sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")


def imports_of(path):
    """The files that a file imports."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level > 0:
            base = path.parents[node.level - 1]
            found.append(base.joinpath(*(node.module or "").split(".")).with_suffix(".py"))
    return found


class Boundaries(unittest.TestCase):
    def assert_no_import(self, source, target):
        forbidden = None if target is None else files_of(target)
        for path in files_of(source):
            found = [other for other in imports_of(path) if forbidden is None or other in forbidden]
            self.assertEqual(found, [], f"{path} imports {found}")

${[...rules, ...names].join('\n\n')}


if __name__ == "__main__":
    unittest.main()
`;
}

/** The test that runs the code: stages by way of the registry, and every adapter. */
export function writeBehaviourTest(blueprint: Blueprint): string {
  const root = packageName(blueprint);
  const record = recordType(blueprint);
  const entry = stageEntry(blueprint);
  const chains = testedInvariants(blueprint).chains.map(
    ({ description, earlier, later }) =>
      `    def ${method(description)}(self):\n        self.assertLess(MODULES.index("${earlier}"), MODULES.index("${later}"))`,
  );
  const previews = blueprint.adapters.map(
    ({ id, fn }) =>
      `    def test_${fn}(self):\n        self.assertTrue(load("${id.replaceAll('/', '.')}").${fn}(sample()))`,
  );
  return `"""What the code does. Modules are loaded by name, and none is imported at the top."""

import importlib
import json
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONFIG = ROOT / "pipeline.json"
MODULES = [entry["module"] for entry in json.loads(CONFIG.read_text())["stages"]]
LABELS = [${blueprint.stages.map(({ stage }) => `"${stage.key.replaceAll('_', ' ')}"`).join(', ')}]
sys.path.insert(0, str(ROOT))


def load(name):
    return importlib.import_module(f"${root}.{name}")


def sample():
    """Fresh records on every call."""
    lines = (ROOT / "data" / "sample.ndjson").read_text().strip().split("\\n")
    return [load("types").${record}(**json.loads(line)) for line in lines]


def stages():
    return load("registry").load_stages(load("config").PipelineConfig(str(CONFIG)))


class Behaviour(unittest.TestCase):
    def test_the_config_names_no_stage_twice(self):
        self.assertEqual(len(set(MODULES)), len(MODULES))

    def test_some_records_live_through_the_last_stage(self):
        config = load("config").PipelineConfig(str(CONFIG))
        self.assertTrue(load("runner").run_pipeline(sample(), config).records)

    def test_stages_leave_the_records_that_they_are_given_as_they_were(self):
        for stage in stages():
            records = sample()
            stage.${entry}(records)
            self.assertEqual(records, sample())

    def test_stages_run_in_the_order_in_which_the_config_names_them(self):
        self.assertEqual([stage.label for stage in stages()], LABELS)
        records = sample()
        for stage in stages():
            records = stage.${entry}(records)
        config = load("config").PipelineConfig(str(CONFIG))
        self.assertEqual(load("runner").run_pipeline(sample(), config).records, records)

${[...chains, ...previews].join('\n\n')}


if __name__ == "__main__":
    unittest.main()
`;
}
