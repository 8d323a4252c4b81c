import { type Blueprint, type ExtensionPoint, type ModuleId, unitOf } from '../../blueprint/blueprint.ts';
import { loadsParts } from '../../blueprint/imports.ts';
import { pascalCase } from '../names.ts';
import { partsOf, spelled } from './expressions.ts';

/** Code of a module that keeps parts, runs them, or takes them up. */
export interface PointCode {
  /** Lines that import from Python's own library. */
  imports: string[];
  /** What stands right below the imports, and what follows. */
  blocks: string[];
}

/** @param rows the type of rows in this module */
export function pointCode(blueprint: Blueprint, module: ModuleId, rows: string): PointCode {
  const imports = new Set<string>();
  const blocks = blueprint.points.flatMap((point) => {
    const code = new PointWriter(blueprint, module, point, rows);
    const [holds, takesUp] = [point.holder === module, point.registrar === module];
    const injected = point.mechanism === 'injected';
    if ((holds || (takesUp && loadsParts(point))) && point.form === 'function')
      imports.add('from collections.abc import Callable');
    if (holds && point.style === 'sequence') imports.add('from functools import reduce');
    if (takesUp && loadsParts(point)) {
      imports.add('from importlib import import_module').add('from pathlib import Path');
      if (point.mechanism === 'config') imports.add('import json');
    }
    return [
      ...(holds && !takesUp && !injected ? [code.list()] : []),
      ...(takesUp && loadsParts(point) ? [code.loader()] : []),
      ...(holds ? [code.runner()] : []),
      ...(holds && !takesUp && !injected ? [code.adder()] : []),
      ...(takesUp && !holds && !injected ? [code.setUp()] : []),
    ];
  });
  return { imports: [...imports], blocks };
}

/** The type of a part, as the module that keeps it writes it. */
export function partType(blueprint: Blueprint, module: ModuleId, { form, port }: ExtensionPoint, rows: string): string {
  return form === 'class' && port ? spelled(blueprint, module, port.unit) : `Callable[[${rows}], ${rows}]`;
}

class PointWriter {
  private readonly blueprint: Blueprint;
  private readonly module: ModuleId;
  private readonly point: ExtensionPoint;
  private readonly rows: string;
  private readonly part: string;
  private readonly isKeyed: boolean;

  constructor(blueprint: Blueprint, module: ModuleId, point: ExtensionPoint, rows: string) {
    this.blueprint = blueprint;
    this.module = module;
    this.point = point;
    this.rows = rows;
    this.isKeyed = point.style !== 'sequence';
    this.part = partType(blueprint, module, point, rows);
  }

  private get all(): string {
    return this.point.key;
  }

  list(): string {
    return `${this.all}: list[${this.isKeyed ? `tuple[str, ${this.part}]` : this.part}] = []`;
  }

  /** Loads parts when the module is imported. */
  loader(): string {
    const { point, blueprint, module } = this;
    const [first] = point.parts;
    const name = first ? unitOf(blueprint, first.unit.unit).name : '';
    const value = (loaded: string) =>
      point.form === 'class' ? `${loaded}.${pascalCase(name)}()` : `${loaded}.${name}`;
    const depth = module.split('/').length;
    const root = blueprint.files.package;
    if (point.mechanism === 'directory') {
      const folder = first?.unit.from.split('/').slice(0, -1).join('/') ?? '';
      const dotted = `${root}.${folder.replaceAll('/', '.')}`;
      const loaded = value(`import_module(f"${dotted}.{found.stem}")`);
      return `${this.list()}
for found in sorted((Path(__file__).parents[${depth - 1}] / "${folder}").glob("*.py")):
    if found.stem != "__init__":
        ${this.all}.append(${this.isKeyed ? `(found.stem, ${loaded})` : loaded})`;
    }
    const named = (from: string) => value(`import_module("${root}." + ${from}.replace("/", "."))`);
    return `${this.list()}
for ${this.isKeyed ? 'entry' : 'name'} in json.loads((Path(__file__).parents[${depth}] / "${blueprint.files.config}").read_text())["${point.key}"]:
    ${this.all}.append(${this.isKeyed ? `(entry["name"], ${named('entry["from"]')})` : named('name')})`;
  }

  private run(part: string, value: string): string {
    const { point, blueprint } = this;
    const port = point.form === 'class' && point.port ? unitOf(blueprint, point.port.unit) : null;
    return port?.kind === 'port' ? `${part}.${port.method}(${value})` : `${part}(${value})`;
  }

  runner(): string {
    const { rows, all, point } = this;
    switch (point.style) {
      case 'sequence':
        return `def ${point.run}(rows: ${rows}${point.mechanism === 'injected' ? `, ${all}: list[${this.part}]` : ''}) -> ${rows}:
    return reduce(lambda current, part: ${this.run('part', 'current')}, ${all}, rows)`;
      case 'dispatch':
        return `def ${point.run}(name: str, rows: ${rows}) -> ${rows}:
    for known, part in ${all}:
        if known == name:
            return ${this.run('part', 'rows')}
    return rows`;
      case 'event':
        return `def ${point.run}(name: str, rows: ${rows}) -> ${rows}:
    result = rows
    for known, part in ${all}:
        if known == name:
            result = ${this.run('part', 'rows')}
    return result`;
    }
  }

  adder(): string {
    const params = this.isKeyed ? `name: str, part: ${this.part}` : `part: ${this.part}`;
    return `def ${this.point.add}(${params}) -> None:
    ${this.all}.append(${this.isKeyed ? '(name, part)' : 'part'})`;
  }

  setUp(): string {
    const { point, blueprint, module } = this;
    const ready = `${point.setUp}_done`;
    const calls = loadsParts(point)
      ? [
          `    for ${this.isKeyed ? 'name, part' : 'part'} in ${this.all}:`,
          `        ${point.add}(${this.isKeyed ? 'name, part' : 'part'})`,
        ]
      : partsOf(blueprint, module, point.id).map(
          (part, i) => `    ${point.add}(${this.isKeyed ? `"${point.parts[i]?.key}", ` : ''}${part})`,
        );
    return `${ready} = False


def ${point.setUp}() -> None:
    global ${ready}
    if ${ready}:
        return
    ${ready} = True
${calls.join('\n')}`;
  }
}
