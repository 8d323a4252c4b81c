import { type Api, planApis } from '../apis.ts';
import { type Blueprint, errorsModule, type ModuleId } from '../blueprint.ts';
import { planImports } from '../edges.ts';
import { planInvariants } from '../invariants.ts';
import { planPurposes } from '../purposes.ts';
import { typescriptDialect } from './dialect.ts';
import { camelCase } from './spelling.ts';

/** What a module takes from another: values, and names that are types alone. */
export interface Taken {
  values?: readonly string[];
  types?: readonly string[];
}

/** A module as written: its text and the names that it exports. */
export interface Source {
  text: string;
  exports: string[];
}

/** What all emitters of one codebase share. */
export class Emission {
  readonly blueprint: Blueprint;
  /** The module that exports `PipelineError`. */
  readonly errors: ModuleId;
  private readonly imports: ReadonlyMap<ModuleId, readonly ModuleId[]>;
  private readonly apis: ReadonlyMap<string, Api>;
  private readonly notes = new Map<ModuleId, string[]>();

  constructor(blueprint: Blueprint) {
    this.blueprint = blueprint;
    this.errors = errorsModule(blueprint);
    this.imports = planImports(blueprint);
    this.apis = new Map(planApis(blueprint).map((api) => [`${api.module} ${api.name}`, api]));
    for (const { note } of planInvariants(blueprint)) {
      if (note) this.notes.set(note.module, [...(this.notes.get(note.module) ?? []), note.sentence]);
    }
  }

  /** Imports `PipelineError` if the module is planned to import the module that exports it. */
  errorImport(id: ModuleId): Record<ModuleId, Taken> {
    return this.imports.get(id)?.includes(this.errors) ? { [this.errors]: { values: ['PipelineError'] } } : {};
  }

  /** `export function name(params): type`, as the blueprint's API says. */
  signature(module: ModuleId, name: string): string {
    const api = this.apis.get(`${module} ${name}`);
    if (!api) throw new Error(`generate: ${module} has no API ${name}`);
    const type = (name: Parameters<typeof typescriptDialect.typeText>[0]) =>
      typescriptDialect.typeText(name, this.blueprint);
    const params = api.params.map((param) => {
      const tail = param.fallback === undefined ? `: ${type(param.type)}` : ` = ${param.fallback}`;
      return `${camelCase(param.name)}${tail}`;
    });
    return `export function ${camelCase(name)}(${params.join(', ')}): ${typescriptDialect.returnText(api, this.blueprint)}`;
  }

  /**
   * Puts a module together: doc comment (purpose, `hints`, and the sentences that show invariants), imports, body.
   * What the body takes must be what the blueprint plans for the module.
   */
  module(
    id: ModuleId,
    taken: Readonly<Record<ModuleId, Taken>>,
    body: string,
    hints: readonly string[] = [],
    node: readonly string[] = [],
  ): Source {
    const planned = this.imports.get(id) ?? [];
    const unplanned = Object.keys(taken).filter((target) => !planned.includes(target));
    const missing = planned.filter((target) => !(target in taken));
    if (unplanned.length + missing.length > 0) {
      throw new Error(`generate: imports of ${id} are off the blueprint: extra ${unplanned}, missing ${missing}`);
    }
    const purpose = planPurposes(this.blueprint).get(id);
    const sentences = new Set([
      `This ${id.startsWith('stages/') ? 'stage' : 'module'} ${purpose}.`,
      ...hints,
      ...(this.notes.get(id) ?? []),
    ]);
    const comment = ['/**', ...[...sentences].map((sentence) => ` * ${sentence}`), ' */'].join('\n');
    const imports = [...node, ...planned.map((target) => importLine(id, target, taken[target] as Taken))];
    const text = `${[comment, imports.join('\n'), body.trim()].filter((part) => part !== '').join('\n\n')}\n`;
    return { text, exports: exportedNames(text) };
  }
}

function importLine(from: ModuleId, to: ModuleId, { values = [], types = [] }: Taken): string {
  const specifier = `${from.includes('/') ? '../' : './'}${to}.ts`;
  if (values.length === 0) return `import type { ${types.join(', ')} } from '${specifier}';`;
  const names = [...values, ...types.map((name) => `type ${name}`)];
  return `import { ${names.join(', ')} } from '${specifier}';`;
}

/** The names after `export` at the beginning of a line. */
function exportedNames(text: string): string[] {
  const names: string[] = [];
  for (let at = text.indexOf('\nexport '); at !== -1; at = text.indexOf('\nexport ', at + 1)) {
    EXPORT.lastIndex = at + 1;
    const [, name, list] = EXPORT.exec(text) ?? [];
    if (name) names.push(name);
    if (list) names.push(...list.split(', '));
  }
  return names;
}

const EXPORT =
  /export (?:(?:abstract )?(?:async )?(?:class|function|const|interface|type) (\w+)|type \{ ([\w, ]+) \})/y;
