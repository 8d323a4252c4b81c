import { z } from 'zod';
import { issueLine } from '../base/checked.ts';
import { Axes, PriorFacts } from '../episode/transcript.ts';

/** No metric is anywhere near; a larger number was mistyped. */
const LARGEST = 1e9;

/** What the episodes of one group measured, and all that the figures depend on. */
export const Measurement = z.object({
  agent: z.string(),
  /** Hash of the agent's config; empty without. */
  agent_config: z.string(),
  /** Hash of the agent's prompts; empty without. */
  prompt_hash: z.string(),
  phase: z.string(),
  axes: Axes,
  set_up: Axes,
  /** What was known of the codebases by names alone: by it the metrics were chosen. */
  prior: PriorFacts.optional(),
  /** Version of vitest-tocs. */
  package: z.string(),
  /** By id. */
  codebases: z.record(
    z.string(),
    z.object({
      hash: z.string(),
      /** The value of every trial by metric; null where a metric has no value. */
      values: z.record(z.string(), z.array(z.number().min(-LARGEST).max(LARGEST).nullable()).min(1)),
    }),
  ),
});
export type Measurement = z.infer<typeof Measurement>;

/** The version of the format; no other is read. */
export const VERSION = 2;

/** A baseline file: the measurements of one eval file, by suite, agent, phase and axes. */
export const Baseline = z.object({
  format: z.literal('vitest-tocs baseline'),
  version: z.literal(VERSION),
  /** The eval file to which it belongs, relative to this file. */
  eval: z.string(),
  groups: z.record(z.string(), Measurement),
});
export type Baseline = z.infer<typeof Baseline>;

/** Decimals of a value in a baseline file. Fewer would make a deterministic agent's figures differ by rounding. */
const DECIMALS = 10;

/** A value as it stands in a baseline file; every comparison is made between values rounded so. */
export function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(DECIMALS));
}

/**
 * Writes a baseline to be read in a diff: sorted, one line a codebase.
 *
 * @example
 * renderBaseline(parseBaseline(text, path)) === text; // for a file that was not edited by hand
 */
export function renderBaseline(baseline: Baseline): string {
  const groups = sortedEntries(baseline.groups).map(([key, { codebases, ...setUp }]) => {
    const lines = sortedEntries(codebases).map(
      ([id, { hash, values }]) =>
        `        ${JSON.stringify(id)}: ${JSON.stringify({ hash, values: Object.fromEntries(sortedEntries(values)) })}`,
    );
    const fields = Object.entries(setUp).map(
      ([name, value]) => `      ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    );
    return `    ${JSON.stringify(key)}: {\n${fields.join(',\n')},\n      "codebases": {\n${lines.join(',\n')}\n      }\n    }`;
  });
  const { format, version, eval: file } = baseline;
  const head = Object.entries({ format, version, eval: file }).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${head.join(',\n')},\n  "groups": {\n${groups.join(',\n')}\n  }\n}\n`;
}

/**
 * Reads a baseline file.
 *
 * @throws Error that names the file, and the field at fault
 */
export function parseBaseline(text: string, path: string): Baseline {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is no JSON (${(error as Error).message}): restore it, or delete it and run vitest -u`);
  }
  const version = (json as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version !== VERSION)
    throw new Error(
      `${path} is of version ${version} of the format, and this vitest-tocs reads ${VERSION} alone: measure it anew with vitest -u`,
    );
  const parsed = Baseline.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Error(
    `${path} is no baseline file: ${issueLine(parsed.error, 'it')}: restore it, or delete it and run vitest -u`,
  );
}

/** Numbers in names count as numbers: `medium-2` stands before `medium-10`. */
const byText = new Intl.Collator('en', { numeric: true }).compare;

function sortedEntries<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).toSorted(([a], [b]) => byText(a, b) || (a < b ? -1 : 1));
}
