import type { Blueprint, ExtensionPoint, ModuleId, Type } from '../blueprint/blueprint.ts';
import type { Habits } from '../blueprint/loading.ts';

/** The writing half of a language: it knows blueprints and no pattern. */
export interface Writer {
  readonly language: string;
  readonly habits: Habits;
  /** Path of a module's file. */
  path(blueprint: Blueprint, id: ModuleId): string;
  /** Path of a folder of modules; empty for that of the sources. */
  folder(blueprint: Blueprint, folder: string): string;
  /** Paths of the files that attest rules. */
  rulesTest(blueprint: Blueprint): string;
  config(blueprint: Blueprint): string;
  /** A function, method or parameter as the language spells it. */
  name(words: string): string;
  /** A type as it is written in a module. */
  type(blueprint: Blueprint, module: ModuleId, type: Type): string;
  className(words: string): string;
  /** The type of a part in the module that keeps it, and of a list of such. */
  part(blueprint: Blueprint, module: ModuleId, point: ExtensionPoint): string;
  listOf(part: string): string;
  /** Paths of files that only make their folder a package. */
  packages(blueprint: Blueprint): string[];
  /** The names that a module exports. */
  exports(blueprint: Blueprint, id: ModuleId): string[];
  /** All files, by path. */
  write(blueprint: Blueprint): [path: string, text: string][];
}
