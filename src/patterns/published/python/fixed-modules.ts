import { stageEntry } from '../blueprint.ts';
import type { Source, Taken } from '../emission.ts';
import { recordType } from '../spelling.ts';
import type { PythonEmission } from './source.ts';

const ERROR_CLASS = `class PipelineError(Exception):
    """Something about the config or the data that the pipeline cannot work with."""`;

/** What a module takes that raises errors of the codebase. */
const ERRORS = { errors: { values: ['PipelineError'] } };

/** The shared types. */
export function emitTypes(emission: PythonEmission): Source {
  const { domain } = emission.blueprint;
  const record = recordType(emission.blueprint);
  const fields = domain.fields.map(({ name, type, derived }) => {
    const [python, empty] = type === 'text' ? ['str', '""'] : ['float', '0.0'];
    return `    ${name}: ${python}${derived ? ` = ${empty}` : ''}`;
  });
  return emission.module(
    'types',
    {},
    `
@dataclass
class ${record}:
    """One ${domain.noun}."""

${fields.join('\n')}


StageOptions = Dict[str, float]
Step = Callable[[], List[${record}]]


@dataclass
class Journal:
    """What happened during a run."""

    lines: list[str] = field(default_factory=list)
    counts: dict[str, float] = field(default_factory=dict)


@dataclass
class RunResult:
    """What a run gives."""

    records: list[${record}]
    journal: Journal
`,
    [],
    ['from dataclasses import dataclass, field', 'from typing import Callable, Dict, List'],
  );
}

export function emitErrors(emission: PythonEmission): Source {
  return emission.module('errors', {}, ERROR_CLASS);
}

/** The abstract interface of stages. */
export function emitStageInterface(emission: PythonEmission): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const template = `    def run(self, records: list[${record}]) -> list[${record}]:
        """Hands copies of the records to the stage's own process."""
        return self._process([replace(record) for record in records])

    @abstractmethod
    def _process(self, records: list[${record}]) -> list[${record}]:
        """Return the records as they are after this stage."""`;
  const plain = `    @abstractmethod
    def process(self, records: list[${record}]) -> list[${record}]:
        """Return the records as they are after this stage."""`;
  const standard = [
    'from abc import ABC, abstractmethod',
    ...(blueprint.template ? ['from dataclasses import replace'] : []),
  ];
  return emission.module(
    'stage',
    { types: { types: [record, 'StageOptions'] } },
    `
class Stage(ABC):
    label = ""

    def __init__(self, options: StageOptions) -> None:
        self._options = options

${blueprint.template ? template : plain}

    def _option(self, name: str, fallback: float) -> float:
        return self._options.get(name, fallback)
`,
    [],
    standard,
  );
}

export function emitConfig(emission: PythonEmission): Source {
  const body = `@dataclass
class StageEntry:
    """A stage as the config names it."""

    module: str
    options: dict[str, float]
    class_name: str = ""


class PipelineConfig:
    """The stages that a config file names. A file that names none, or one twice, is refused."""

    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            entries = json.load(file).get("stages")
        if not isinstance(entries, list):
            raise PipelineError(f"{path} names no stages")
        modules = [entry["module"] for entry in entries]
        if len(set(modules)) < len(modules):
            raise PipelineError(f"{path} names a stage twice")
        self.stages = [StageEntry(entry["module"], entry["options"], entry.get("class", "")) for entry in entries]
`;
  return emission.module('config', ERRORS, body, [], ['import json', 'from dataclasses import dataclass']);
}

/** The registry: loads stages by importlib, by the names that the config gives. */
export function emitRegistry(emission: PythonEmission): Source {
  const options = 'dict[str, float]';
  const byClass = emission.blueprint.loading === 'class';
  const [attribute, missing] = byClass
    ? ['entry.class_name', 'f"{entry.module} has no class {entry.class_name}"']
    : ['"create_stage"', 'f"{entry.module} makes no stage"'];
  const body = `_STAGES = __name__.rpartition(".")[0] + ".stages"


def _make(make: Callable[[${options}], Stage], options: ${options}) -> Stage:
    return make(options)


${emission.signature('registry', 'load_stages')}
    """Load the stages that the config names."""
    stages = []
    for entry in config.stages:
        module = importlib.import_module(f"{_STAGES}.{entry.module}")
        make = getattr(module, ${attribute}, None)
        if make is None:
            raise PipelineError(${missing})
        stages.append(_make(make, entry.options))
    return stages
`;
  const taken: Record<string, Taken> = {
    ...ERRORS,
    config: { types: ['PipelineConfig'] },
    stage: { types: ['Stage'] },
  };
  return emission.module('registry', taken, body, [], ['import importlib', 'from typing import Callable']);
}

export function emitRunner(emission: PythonEmission): Source {
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const wrapped = blueprint.middleware.reduce(
    (inner, { fn }, i) => `${fn}(stage.label, ${i === 0 ? inner : `lambda: ${inner}`}, journal)`,
    'step',
  );
  const body = `
${emission.signature('runner', 'run_pipeline')}
    """Feed what each stage returns to the next one."""
    journal = Journal()
    current = records
    for stage in load_stages(config):
        def step(stage=stage, batch=current) -> list[${record}]:
            return stage.${stageEntry(blueprint)}(batch)

        current = ${blueprint.middleware.length === 0 ? 'step()' : wrapped}
    return RunResult(current, journal)
`;
  const taken: Record<string, Taken> = {
    config: { types: ['PipelineConfig'] },
    registry: { values: ['load_stages'] },
    types: { values: ['Journal'], types: [record, 'RunResult'] },
  };
  for (const { id, fn } of blueprint.middleware) taken[id] = { values: [fn] };
  return emission.module('runner', taken, body, ['Loading is delegated to the registry.']);
}

export function emitCli(emission: PythonEmission): Source {
  const record = recordType(emission.blueprint);
  const body = `
ROOT = Path(__file__).resolve().parent.parent


def _read_records(path: Path) -> list[${record}]:
    lines = path.read_text(encoding="utf-8").strip().split("\\n")
    return [${record}(**json.loads(line)) for line in lines]


def _print(lines: list[str]) -> None:
    for line in lines:
        print(line)


def _main(args: list[str]) -> None:
    command = args[0] if args else "run"
    records = _read_records(Path(args[1]) if len(args) > 1 else ROOT / "data" / "sample.ndjson")
    if command == "run":
        result = run_pipeline(records, PipelineConfig(str(ROOT / "pipeline.json")))
        _print([*(str(vars(record)) for record in result.records)])
        _print(result.journal.lines)
    else:
        sys.exit(f"there is no command {command}: use run")


if __name__ == "__main__":
    _main(sys.argv[1:])
`;
  const taken: Record<string, Taken> = {
    config: { values: ['PipelineConfig'] },
    runner: { values: ['run_pipeline'] },
    types: { types: [record] },
  };
  const hints = ['`run` delegates to the runner.'];
  return emission.module('cli', taken, body, hints, ['import json', 'import sys', 'from pathlib import Path']);
}
