import type { ModuleId } from '../blueprint.ts';
import type { Dialect } from '../dialect.ts';
import { Emission, type Source, type Taken } from '../emission.ts';
import { pythonDialect } from './dialect.ts';

/** Writes modules as Python. */
export class PythonEmission extends Emission {
  readonly dialect: Dialect = pythonDialect(this.blueprint);

  override signature(module: ModuleId, name: string): string {
    const api = this.api(module, name);
    const params = api.params.map(({ name: param, type, fallback }) => {
      return `${param}: ${this.dialect.typeText(type, this.blueprint)}${fallback === undefined ? '' : ` = ${fallback}`}`;
    });
    return `def ${name}(${params.join(', ')}) -> ${this.dialect.returnText(api, this.blueprint)}:`;
  }

  override module(
    id: ModuleId,
    taken: Readonly<Record<ModuleId, Taken>>,
    body: string,
    hints: readonly string[] = [],
    standard: readonly string[] = [],
  ): Source {
    const planned = this.plannedImports(id, taken);
    const [first, ...others] = this.sentences(id, hints);
    const comment = others.length === 0 ? `"""${first}"""` : [`"""${first}`, '', ...others, '"""'].join('\n');
    const imports = planned.map((target) => importLine(id, target, taken[target] as Taken));
    const groups = [standard.join('\n'), imports.join('\n')].filter((group) => group !== '');
    const text = `${[[comment, ...groups].join('\n\n'), body.trim()].join('\n\n\n').trim()}\n`;
    return { text, exports: exportedNames(text) };
  }
}

function importLine(from: ModuleId, to: ModuleId, { values = [], types = [] }: Taken): string {
  const dots = from.includes('/') ? '..' : '.';
  return `from ${dots}${to.replaceAll('/', '.')} import ${[...values, ...types].join(', ')}`;
}

/** The public names that a module defines at its top level. */
function exportedNames(text: string): string[] {
  return [...text.matchAll(/^(?:class|def) ([A-Za-z]\w*)|^([A-Z][A-Za-z_]*)(?:: [^=\n]+)? = /gm)].map(
    (match) => (match[1] ?? match[2]) as string,
  );
}
