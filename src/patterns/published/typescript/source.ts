import type { ModuleId } from '../blueprint.ts';
import { Emission, type Source, type Taken } from '../emission.ts';
import { camelCase } from '../spelling.ts';
import { typescriptDialect } from './dialect.ts';

/** Writes modules as TypeScript. */
export class TypeScriptEmission extends Emission {
  override signature(module: ModuleId, name: string): string {
    const api = this.api(module, name);
    const params = api.params.map((param) => {
      const type = typescriptDialect.typeText(param.type, this.blueprint);
      return `${camelCase(param.name)}${param.fallback === undefined ? `: ${type}` : ` = ${param.fallback}`}`;
    });
    const head = `export ${api.loads ? 'async ' : ''}function ${camelCase(name)}(${params.join(', ')})`;
    return `${head}: ${typescriptDialect.returnText(api, this.blueprint)}`;
  }

  override module(
    id: ModuleId,
    taken: Readonly<Record<ModuleId, Taken>>,
    body: string,
    hints: readonly string[] = [],
    node: readonly string[] = [],
  ): Source {
    const planned = this.plannedImports(id, taken);
    const comment = ['/**', ...this.sentences(id, hints).map((sentence) => ` * ${sentence}`), ' */'].join('\n');
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
