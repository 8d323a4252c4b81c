/** A field of the records that a pipeline carries. Derived fields are set by a stage and absent in the input. */
export interface Field {
  name: string;
  type: 'text' | 'number';
  derived?: boolean;
}

/** What a stage does to its records, in words that every language can say. */
export type Operation =
  /** Drops records of which one of these text fields is blank. */
  | { kind: 'require'; fields: readonly string[] }
  /** Trims a text, folds its spaces, and sets its case. */
  | { kind: 'tidy'; field: string; letters: 'lower' | 'upper' | 'keep' }
  /** Keeps the first record of those that agree in these fields. */
  | { kind: 'dedupe'; fields: readonly string[] }
  /** Converts an amount to the base unit by a factor per unit. */
  | { kind: 'convert'; field: string; unit: string; base: string; factors: Readonly<Record<string, number>> }
  /** Sets a derived text by a table on another text. */
  | { kind: 'lookup'; field: string; key: string; table: Readonly<Record<string, string>>; fallback: string }
  /** Sets a derived number to the product of two others. */
  | { kind: 'product'; field: string; left: string; right: string }
  /** Sets a derived label by the limits that a number reaches. */
  | { kind: 'classify'; field: string; of: string; limits: readonly number[]; labels: readonly string[] }
  /** Keeps a number within bounds. */
  | { kind: 'clamp'; field: string; low: number; high: number }
  /** Hides all but the last characters of a text. */
  | { kind: 'mask'; field: string; visible: number }
  /** Sorts by a number, largest first, and sets the derived position. */
  | { kind: 'rank'; field: string; by: string }
  /** Scales a number where a text has a certain value. */
  | { kind: 'adjust'; field: string; when: string; equals: string; factor: number };

/** A stage that a domain offers. */
export interface DomainStage {
  /** Unique in its domain; the class is named after it. */
  key: string;
  /** What it does, completing "This stage …". */
  purpose: string;
  operation: Operation;
  /** Stages of the domain that must come before this one, each with the reason. */
  after: Readonly<Record<string, string>>;
  /** Stages without which this one would have nothing to work on; they are never left out while it is used. */
  needs?: readonly string[];
}

/** A line of business with eight coherent stages, of which a pipeline uses six to eight. */
export interface Domain {
  name: string;
  /** Name of the record type, singular. */
  record: string;
  /** What one record is, in prose. */
  noun: string;
  fields: readonly Field[];
  stages: readonly DomainStage[];
  /** Input on which every stage leaves a visible mark, whatever the order in which `after` allows them. */
  sample: readonly Readonly<Record<string, string | number>>[];
}

/** The name of the first field of that type that input records have, their id aside. */
export function inputField({ fields }: Domain, type: Field['type']): string {
  const field = fields.find((candidate) => candidate.type === type && !candidate.derived && candidate.name !== 'id');
  if (!field) throw new Error(`generate: records have no ${type} besides their id`);
  return field.name;
}
