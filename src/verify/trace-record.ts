/** What one run showed: pairs of modules. */
export interface TraceRecord {
  calls: [string, string][];
  wires: [string, string][];
  flows: [string, string][];
  /** Wired stages that were entered, with the most records that one call returned. */
  stages: [string, number][];
}

/** A run, and what it printed where it failed. */
export interface TracedRun {
  record: TraceRecord;
  failure?: string;
}
