import type { Blueprint, ModuleId } from './blueprint.ts';
import type { Dialect } from './dialect.ts';
import { planImports } from './edges.ts';
import { pythonDialect } from './python/dialect.ts';
import { typescriptDialect } from './typescript/dialect.ts';

/** How a language names the modules of a blueprint. */
export function dialectOf(language: string, blueprint: Blueprint): Dialect {
  return language === 'python' ? pythonDialect(blueprint) : typescriptDialect;
}

/** The path of a module, or of a folder of modules. */
export function placePath(blueprint: Blueprint, dialect: Dialect, at: ModuleId): string {
  return planImports(blueprint).has(at) ? dialect.modulePath(at) : dialect.folderPath(at);
}
