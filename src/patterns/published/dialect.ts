import type { Api, TypeName } from './apis.ts';
import type { Blueprint, ModuleId } from './blueprint.ts';

/** How a language names what a blueprint speaks of. */
export interface Dialect {
  language: string;
  /** The path of a module, e.g. `src/stages/mod_a.ts`. */
  modulePath(id: ModuleId): string;
  /** The path of a folder of modules, e.g. `src/stages`. */
  folderPath(folder: string): string;
  /** The file that names the stages. */
  configFile: string;
  boundaryTest: string;
  behaviourTest: string;
  /** The name of a function or method, from snake_case. */
  functionName(name: string): string;
  typeText(type: TypeName, blueprint: Blueprint): string;
  /** The type text of what an API returns, including how the language says that it loads modules while it runs. */
  returnText(api: Api, blueprint: Blueprint): string;
}
