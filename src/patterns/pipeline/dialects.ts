import { inLanguage } from '../../languages/in-language.ts';
import type { Blueprint, ModuleId } from './blueprint.ts';
import type { Dialect } from './dialect.ts';
import { planImports } from './edges.ts';
import { pythonDialect } from './python/dialect.ts';
import { typescriptDialect } from './typescript/dialect.ts';

const DIALECTS: Readonly<Record<string, (blueprint: Blueprint) => Dialect>> = {
  typescript: () => typescriptDialect,
  python: pythonDialect,
};

/** How a language names the modules of a blueprint. */
export function dialectOf(language: string, blueprint: Blueprint): Dialect {
  return inLanguage('dialect', DIALECTS, language)(blueprint);
}

/** The path of a module, or of a folder of modules. */
export function placePath(blueprint: Blueprint, dialect: Dialect, at: ModuleId): string {
  return planImports(blueprint).has(at) ? dialect.modulePath(at) : dialect.folderPath(at);
}
