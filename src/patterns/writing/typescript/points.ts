import { type Blueprint, type ExtensionPoint, type ModuleId, unitOf } from '../../blueprint/blueprint.ts';
import { loadsParts } from '../../blueprint/imports.ts';
import { camelCase, pascalCase } from '../names.ts';
import { partsOf, spelled } from './expressions.ts';

/** Code of a module that keeps parts, runs them, or takes them up. */
export interface PointCode {
  /** What it takes from Node, by module. */
  node: ReadonlyMap<string, readonly string[]>;
  lines: string[];
}

/** From the folder of a module to that of the sources. */
export const upFrom = (module: ModuleId): string => '../'.repeat(module.split('/').length - 1) || './';

/** @param rows the type of rows in this module */
export function pointCode(blueprint: Blueprint, module: ModuleId, rows: string): PointCode {
  const node = new Map<string, string[]>();
  const take = (from: string, name: string) =>
    node.set(from, [...new Set([...(node.get(from) ?? []), name])].toSorted());
  const lines = blueprint.points.flatMap((point) => {
    const code = new PointWriter(blueprint, module, point, rows);
    const [holds, takesUp] = [point.holder === module, point.registrar === module];
    if (takesUp && loadsParts(point)) {
      take('node:fs', point.mechanism === 'config' ? 'readFileSync' : 'readdirSync');
    }
    return [
      ...(holds && !takesUp && point.mechanism !== 'injected' ? code.list() : []),
      ...(takesUp && loadsParts(point) ? code.loader() : []),
      ...(holds ? code.runner() : []),
      ...(holds && !takesUp && point.mechanism !== 'injected' ? code.adder() : []),
      ...(takesUp && !holds && point.mechanism !== 'injected' ? code.setUp() : []),
    ];
  });
  return { node, lines };
}

/** The type of a part, as the module that keeps it writes it. */
export function partType(blueprint: Blueprint, module: ModuleId, { form, port }: ExtensionPoint, rows: string): string {
  return form === 'class' && port ? spelled(blueprint, module, port.unit) : `(rows: ${rows}) => ${rows}`;
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
    return camelCase(this.point.key);
  }

  private get entry(): string {
    return this.isKeyed ? `{ name: string; part: ${this.part} }` : this.part;
  }

  list(): string[] {
    return [`const ${this.all}: ${listOfParts(this.entry)} = [];`, ''];
  }

  /** Loads parts when the module is evaluated. */
  loader(): string[] {
    const { point, blueprint, module } = this;
    const [first] = point.parts;
    const name = first ? unitOf(blueprint, first.unit.unit).name : '';
    const exported = point.form === 'class' ? pascalCase(name) : camelCase(name);
    const up = upFrom(module);
    const type = point.form === 'class' ? `{ ${exported}: new () => ${this.part} }` : `{ ${exported}: ${this.part} }`;
    const value = point.form === 'class' ? `new loaded.${exported}()` : `loaded.${exported}`;
    const push = `  ${this.all}.push(${this.isKeyed ? `{ name, part: ${value} }` : value});`;
    const [declared = ''] = this.list();
    if (point.mechanism === 'directory') {
      const folder = first?.unit.from.split('/').slice(0, -1).join('/') ?? '';
      return [
        declared,
        `for (const file of readdirSync(new URL('${up}${folder}', import.meta.url)).toSorted()) {`,
        `  const loaded = (await import(\`${up}${folder}/\${file}\`)) as ${type};`,
        ...(this.isKeyed ? [`  const name = file.slice(0, -'.ts'.length);`] : []),
        push,
        '}',
        '',
      ];
    }
    const source = `JSON.parse(readFileSync(new URL('../${up === './' ? '' : up}${blueprint.files.config}', import.meta.url), 'utf8'))`;
    const shape = this.isKeyed ? '{ name: string; from: string }[]' : 'string[]';
    const names = `${camelCase(point.key)}Names`;
    return [
      `const ${names} = ${source}.${camelCase(point.key)} as ${shape};`,
      declared,
      `for (const ${this.isKeyed ? '{ name, from }' : 'from'} of ${names}) {`,
      `  const loaded = (await import(\`${up}\${from}.ts\`)) as ${type};`,
      push,
      '}',
      '',
    ];
  }

  private run(part: string, value: string): string {
    const { point, blueprint } = this;
    const port = point.form === 'class' && point.port ? unitOf(blueprint, point.port.unit) : null;
    return port?.kind === 'port' ? `${part}.${camelCase(port.method)}(${value})` : `${part}(${value})`;
  }

  runner(): string[] {
    const { rows, all, point } = this;
    const name = camelCase(point.run);
    switch (point.style) {
      case 'sequence':
        return [
          `export function ${name}(rows: ${rows}${point.mechanism === 'injected' ? `, ${all}: ${listOfParts(this.part)}` : ''}): ${rows} {`,
          `  return ${all}.reduce((current, part) => ${this.run('part', 'current')}, rows);`,
          '}',
          '',
        ];
      case 'dispatch':
        return [
          `export function ${name}(name: string, rows: ${rows}): ${rows} {`,
          `  const found = ${all}.find((entry) => entry.name === name);`,
          `  return found ? ${this.run('found.part', 'rows')} : rows;`,
          '}',
          '',
        ];
      case 'event':
        return [
          `export function ${name}(name: string, rows: ${rows}): ${rows} {`,
          '  let result = rows;',
          `  for (const entry of ${all}) if (entry.name === name) result = ${this.run('entry.part', 'rows')};`,
          '  return result;',
          '}',
          '',
        ];
    }
  }

  adder(): string[] {
    const params = this.isKeyed ? `name: string, part: ${this.part}` : `part: ${this.part}`;
    return [
      `export function ${camelCase(this.point.add)}(${params}): void {`,
      `  ${this.all}.push(${this.isKeyed ? '{ name, part }' : 'part'});`,
      '}',
      '',
    ];
  }

  setUp(): string[] {
    const { point, blueprint, module } = this;
    const add = camelCase(point.add);
    const ready = `${camelCase(point.setUp)}Done`;
    const calls = loadsParts(point)
      ? [
          `  for (const ${this.isKeyed ? '{ name, part }' : 'part'} of ${this.all}) ${add}(${this.isKeyed ? 'name, part' : 'part'});`,
        ]
      : partsOf(blueprint, module, point.id).map((part, i) => {
          const key = this.isKeyed ? `'${point.parts[i]?.key}', ` : '';
          return `  ${add}(${key}${part});`;
        });
    return [
      `let ${ready} = false;`,
      '',
      `export function ${camelCase(point.setUp)}(): void {`,
      `  if (${ready}) return;`,
      `  ${ready} = true;`,
      ...calls,
      '}',
      '',
    ];
  }
}

/** The type of a list of parts. */
export function listOfParts(part: string): string {
  return part.includes('=>') ? `(${part})[]` : `${part}[]`;
}
