import { stageEntry } from '../blueprint.ts';
import type { Source, Taken } from '../emission.ts';
import { recordType } from '../spelling.ts';
import type { PythonEmission } from './source.ts';

const ERROR_CLASS = `class PipelineError(Exception):
    """Something about the config or the data that the pipeline cannot work with."""`;

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
  const byClass = emission.blueprint.reading === 'class';
  const read = `with open(path, encoding="utf-8") as file:
        entries = json.load(file).get("stages")
    if not isinstance(entries, list):
        raise PipelineError(f"{path} names no stages")
    modules = [entry["module"] for entry in entries]
    if len(set(modules)) < len(modules):
        raise PipelineError(f"{path} names a stage twice")`;
  const made = `[StageEntry(entry["module"], entry["options"], entry.get("class", "")) for entry in entries]`;
  const config = byClass
    ? `class PipelineConfig:
    """The stages that a config file names. A file that names none, or one twice, is refused."""

    def __init__(self, path: str) -> None:
        ${read.replaceAll('\n', '\n    ')}
        self.stages = ${made}`
    : `@dataclass
class PipelineConfig:
    stages: list[StageEntry]


${emission.signature('config', 'load_config')}
    """Read the config, and refuse one that names no stage, or a stage twice."""
    ${read}
    return PipelineConfig(${made})`;
  const body = `${emission.errors === 'config' ? `${ERROR_CLASS}\n\n\n` : ''}@dataclass
class StageEntry:
    """A stage as the config names it."""

    module: str
    options: ${byClass ? 'dict[str, float]' : 'StageOptions'}
    class_name: str = ""


${config}
`;
  const taken: Record<string, Taken> = {
    ...emission.errorImport('config'),
    ...(byClass ? {} : { types: { types: ['StageOptions'] } }),
  };
  return emission.module('config', taken, body, [], ['import json', 'from dataclasses import dataclass']);
}

/** The registry: loads stages by importlib, by the names that the config gives. */
export function emitRegistry(emission: PythonEmission): Source {
  const { loading, reading } = emission.blueprint;
  const options = reading === 'class' ? 'dict[str, float]' : 'StageOptions';
  const byClass = loading === 'class';
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
  const config: Taken =
    emission.errors === 'config' ? { values: ['PipelineError', 'PipelineConfig'] } : { types: ['PipelineConfig'] };
  const taken: Record<string, Taken> = {
    ...emission.errorImport('registry'),
    config,
    stage: { types: ['Stage'] },
    ...(reading === 'class' ? {} : { types: { types: ['StageOptions'] } }),
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
  const { blueprint } = emission;
  const record = recordType(blueprint);
  const adapters = blueprint.adapters.filter(({ byCli }) => byCli);
  const by = (who: string) => blueprint.formatters.filter((formatter) => formatter.by === who);
  const list = (parts: string[]) => `[${parts.map((part) => `*${part}`).join(', ')}]`;
  const [run, inspect] = [by('run'), by('inspect')];
  const shown =
    run.length > 0
      ? run.map(({ fn }) => `${fn}(result.records)`)
      : ['(str(vars(record)) for record in result.records)'];
  const looked = [...inspect, ...adapters].map(({ fn }) => `${fn}(records)`);
  const read = blueprint.reading === 'class' ? 'PipelineConfig' : 'load_config';
  const otherCommands = blueprint.inspects
    ? `elif command == "inspect":
        _print(${list(looked)})
    else:
        raise PipelineError(f"there is no command {command}: use run or inspect")`
    : `else:
        sys.exit(f"there is no command {command}: use run")`;
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
        result = run_pipeline(records, ${read}(str(ROOT / "pipeline.json")))
        _print(${list(shown)})
        _print(result.journal.lines)
    ${otherCommands}


if __name__ == "__main__":
    _main(sys.argv[1:])
`;
  const taken: Record<string, Taken> = {
    ...emission.errorImport('cli'),
    config: { values: emission.errors === 'config' ? [read, 'PipelineError'] : [read] },
    runner: { values: ['run_pipeline'] },
    types: { types: [record] },
  };
  for (const { id, fn } of [...adapters, ...run, ...inspect]) taken[id] = { values: [fn] };
  const inspects = blueprint.inspects ? ', `inspect` shows single stages' : '';
  const hints = [`\`run\` delegates to the runner${inspects}.`];
  return emission.module('cli', taken, body, hints, ['import json', 'import sys', 'from pathlib import Path']);
}
