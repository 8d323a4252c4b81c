/** A small library of pure functions; each helper module exports one function and one constant. */
export interface HelperEntry {
  name: string;
  /** The exported function and constant, in snake_case (emitters respell them). */
  fn: string;
  constant: string;
  purpose: string;
}

export const HELPERS: readonly HelperEntry[] = [
  { name: 'text', fn: 'squash_spaces', constant: 'max_text', purpose: 'folds white space in text' },
  {
    name: 'numbers',
    fn: 'round_to',
    constant: 'digits',
    purpose: 'rounds numbers',
  },
  {
    name: 'keys',
    fn: 'join_key',
    constant: 'key_separator',
    purpose: 'builds keys that compare records',
  },
  {
    name: 'checks',
    fn: 'is_blank',
    constant: 'min_length',
    purpose: 'tells blank from filled text',
  },
  { name: 'scales', fn: 'band_of', constant: 'open_label', purpose: 'puts numbers into bands' },
  { name: 'masking', fn: 'mask_tail', constant: 'mask_char', purpose: 'hides parts of text' },
  {
    name: 'tables',
    fn: 'find_or',
    constant: 'no_entry',
    purpose: 'looks things up with a fallback',
  },
  { name: 'ranges', fn: 'clamp', constant: 'floor', purpose: 'keeps numbers within bounds' },
  {
    name: 'order',
    fn: 'by_number',
    constant: 'first_position',
    purpose: 'compares records by a number',
  },
  { name: 'labels', fn: 'label_of', constant: 'label_gap', purpose: 'labels a record for people' },
];

/** Something wrapped around each stage call by the runner. */
export interface MiddlewareEntry {
  name: string;
  fn: string;
  purpose: string;
}

export const MIDDLEWARE: readonly MiddlewareEntry[] = [
  { name: 'logging', fn: 'with_logging', purpose: 'notes how many records a stage returned' },
  { name: 'metrics', fn: 'with_metrics', purpose: 'counts the records that each stage returned' },
  { name: 'audit', fn: 'with_audit', purpose: 'notes which records left a stage' },
  { name: 'tally', fn: 'with_tally', purpose: 'counts the calls of stages' },
  { name: 'trace', fn: 'with_trace', purpose: 'notes the beginning and the end of each stage' },
];

/** Shapes of code that once did something and that nothing uses any more. */
export const LEGACY_SHAPES = ['export', 'group', 'window', 'rules', 'queue'] as const;
export type LegacyShape = (typeof LEGACY_SHAPES)[number];

/** A module that looks plausible and is used by nothing but other such modules. */
export interface LegacyEntry {
  name: string;
  fn: string;
  shape: LegacyShape;
  purpose: string;
}

export const LEGACY: readonly LegacyEntry[] = [
  { name: 'batch_export', fn: 'export_batch', shape: 'export', purpose: 'wrote the lines of nightly batches' },
  {
    name: 'fixed_width',
    fn: 'write_fixed_width',
    shape: 'export',
    purpose: 'wrote the fixed-width files of the mainframe',
  },
  { name: 'mail_digest', fn: 'digest_lines', shape: 'export', purpose: 'wrote the lines of the weekly mail' },
  { name: 'old_grouping', fn: 'group_records', shape: 'group', purpose: 'grouped records before stages existed' },
  { name: 'month_report', fn: 'report_groups', shape: 'group', purpose: 'added numbers up for the monthly report' },
  { name: 'sites_cache', fn: 'cache_groups', shape: 'group', purpose: 'added numbers up by site for a cache' },
  { name: 'moving_window', fn: 'window_sums', shape: 'window', purpose: 'smoothed numbers over neighbouring records' },
  { name: 'trend', fn: 'trend_of', shape: 'window', purpose: 'smoothed numbers to show a trend' },
  { name: 'rules_v1', fn: 'check_v1', shape: 'rules', purpose: 'checked records before validation moved into a stage' },
  { name: 'rules_v2', fn: 'check_v2', shape: 'rules', purpose: 'was to replace the first rules and never did' },
  { name: 'import_rules', fn: 'check_import', shape: 'rules', purpose: 'checked records from the old importer' },
  { name: 'work_queue', fn: 'drain_queue', shape: 'queue', purpose: 'fed records one at a time' },
  { name: 'stage_chain', fn: 'run_chain', shape: 'queue', purpose: 'passed records on before the registry existed' },
  { name: 'models', fn: 'model_sums', shape: 'group', purpose: 'added numbers up in the first version' },
  { name: 'engine', fn: 'run_engine', shape: 'queue', purpose: 'worked off all records in one function' },
  { name: 'loader', fn: 'load_lines', shape: 'export', purpose: 'padded the lines of the mail import' },
  { name: 'spool', fn: 'drain_spool', shape: 'queue', purpose: 'worked off records one by one when memory was short' },
];
