/** What one run showed: pairs of modules. */
export interface TraceRecord {
  calls: [string, string][];
  wires: [string, string][];
  /**
   * What entered a module as its first argument: who had returned that object before, the latest last (`module`, or
   * `module>holder` for what a module gave to a holder of parts), and the module.
   */
  inputs: [owners: string[], module: string][];
  /** Modules that gave an object back to code of another one. */
  returns: [string, string][];
  /** Modules that were taken up: loaded by a computed name, or handed over as a function or an object of theirs. */
  parts: string[];
  /** Modules that took them up. */
  holders: string[];
  /** Wired stages that were entered, with the most records that one call returned. */
  stages: [string, number][];
}

/** A run, and what it printed where it failed. */
export interface TracedRun {
  record: TraceRecord;
  failure?: string;
}
