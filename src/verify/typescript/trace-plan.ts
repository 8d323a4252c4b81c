/** What the tracing process is told, as JSON in the file that `TOCS_TRACE_PLAN` names. Paths are absolute. */
export interface TracePlan {
  /** By path of each module. */
  modules: Record<
    string,
    {
      /** The path inside the codebase, by which it is reported. */
      name: string;
      literalSpecifiers: readonly string[];
      /** Names, inside the codebase, of the modules that it imports statically, and of those that these pass on. */
      knows: readonly string[];
      functions: readonly string[];
      classes: readonly string[];
    }
  >;
  /** The file to write what was seen to, when the process exits. */
  output: string;
}
