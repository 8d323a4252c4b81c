/** What is known of the files around a source. */
export interface ImportContext {
  exists(path: string): boolean;
  /** Not all files are known: what can only be one file is taken to be there. */
  guess?: boolean;
}

/** Functions and classes at the top level of a source. */
export interface Declarations {
  functions: readonly string[];
  classes: readonly { name: string; bases: readonly string[]; isAbstract: boolean }[];
}

/** What this package knows of a programming language. Nothing else asks which language a codebase is written in. */
export interface Language {
  readonly name: string;
  /** Extensions of source files, with the dot. */
  readonly extensions: readonly string[];
  /**
   * The files of the codebase that the static imports of a source resolve to, type-only ones included, each once. Of a
   * source that does not parse, those that can be made out.
   */
  imports(path: string, text: string, context: ImportContext): string[];
  /** The statement by which a source imports another file, for nothing that it offers. */
  importLine(source: string, target: string): string;
  /** The functions and classes that a source declares at its top level; of one that does not parse, none. */
  declarations(path: string, text: string): Declarations;
  /** The names that a source defines at its top level, in the order of the source. */
  symbols(path: string, text: string): Promise<string[]>;
  /** Whether the file only makes its folder a package. */
  isInitialiser(path: string): boolean;
  /**
   * Signature and doc comment of a function, a class (with its members' signatures) or `Class.member` (or deeper, where classes are nested); never a body.
   *
   * @throws InspectError for a source that does not parse or an unknown symbol
   */
  inspect(path: string, text: string, symbol: string): Promise<string>;
}

/** Why a symbol cannot be inspected, in one line for the agent. */
export class InspectError extends Error {
  override name = 'InspectError';
}
