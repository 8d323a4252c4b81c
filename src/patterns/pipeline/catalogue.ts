import type { OperationKind } from './domain.ts';

/** A small library of pure functions; each helper module exports one function and one constant. */
export interface HelperEntry {
  name: string;
  /** The exported function and constant, in snake_case (emitters respell them). */
  fn: string;
  constant: string;
  purpose: string;
  /** Operations whose code can use it. */
  serves: readonly OperationKind[];
}

export const HELPERS: readonly HelperEntry[] = [
  { name: 'text', fn: 'squash_spaces', constant: 'max_text', purpose: 'folds white space in text', serves: ['tidy'] },
  {
    name: 'numbers',
    fn: 'round_to',
    constant: 'digits',
    purpose: 'rounds numbers',
    serves: ['convert', 'product', 'adjust'],
  },
  {
    name: 'keys',
    fn: 'join_key',
    constant: 'key_separator',
    purpose: 'builds keys that compare records',
    serves: ['dedupe'],
  },
  {
    name: 'checks',
    fn: 'is_blank',
    constant: 'min_length',
    purpose: 'tells blank from filled text',
    serves: ['require'],
  },
  { name: 'scales', fn: 'band_of', constant: 'open_label', purpose: 'puts numbers into bands', serves: ['classify'] },
  { name: 'masking', fn: 'mask_tail', constant: 'mask_char', purpose: 'hides parts of text', serves: ['mask'] },
  {
    name: 'tables',
    fn: 'find_or',
    constant: 'no_entry',
    purpose: 'looks things up with a fallback',
    serves: ['lookup'],
  },
  { name: 'ranges', fn: 'clamp', constant: 'floor', purpose: 'keeps numbers within bounds', serves: ['clamp'] },
  {
    name: 'order',
    fn: 'by_number',
    constant: 'first_position',
    purpose: 'compares records by a number',
    serves: ['rank'],
  },
  { name: 'labels', fn: 'label_of', constant: 'label_gap', purpose: 'labels a record for people', serves: [] },
];

/** Something wrapped around each stage call by the runner. */
export interface MiddlewareEntry {
  name: string;
  fn: string;
  purpose: string;
}

export const MIDDLEWARE: readonly MiddlewareEntry[] = [
  { name: 'logging', fn: 'with_logging', purpose: 'notes how many records a stage returned' },
  { name: 'retry', fn: 'with_retry', purpose: 'tries a failing stage a second time' },
  { name: 'metrics', fn: 'with_metrics', purpose: 'counts the records that each stage returned' },
  { name: 'guard', fn: 'with_guard', purpose: 'fails when a stage returns no records at all' },
  { name: 'limits', fn: 'with_limits', purpose: 'fails when a stage returns too many records' },
  { name: 'audit', fn: 'with_audit', purpose: 'notes which records left a stage' },
  { name: 'tally', fn: 'with_tally', purpose: 'counts the calls of stages' },
  { name: 'trace', fn: 'with_trace', purpose: 'notes the beginning and the end of each stage' },
];

/** Something that turns records into lines for people. */
export interface FormatterEntry {
  name: string;
  fn: string;
  purpose: string;
  /** Shows every field of every record. */
  whole: boolean;
}

export const FORMATTERS: readonly FormatterEntry[] = [
  { name: 'table', fn: 'format_table', purpose: 'writes records as a table', whole: true },
  { name: 'summary', fn: 'format_summary', purpose: 'sums records up in a line', whole: false },
  { name: 'csv', fn: 'format_csv', purpose: 'writes records as comma-separated values', whole: true },
  { name: 'outline', fn: 'format_outline', purpose: 'writes records as an outline', whole: true },
  { name: 'totals', fn: 'format_totals', purpose: 'adds up the numbers of all records', whole: false },
  { name: 'headline', fn: 'format_headline', purpose: 'names the first record', whole: false },
  { name: 'markup', fn: 'format_markup', purpose: 'writes records as a Markdown list', whole: true },
  { name: 'pairs', fn: 'format_pairs', purpose: 'writes records as key and value pairs', whole: true },
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
