import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWithin } from '../base/path.ts';
import { sha256 } from '../base/sha256.ts';
import type { Constraint, GroundTruth } from '../codebase/ground-truth.ts';
import { languageOf } from '../languages/languages.ts';

/** A rule that the files of a codebase attest. */
export interface FoundRule {
  structured: Constraint;
  /** The file in which it stands. */
  at: string;
  by: 'test' | 'comment' | 'config';
}

/** The grammar in which rules are stated: see docs/rules.md. */
const SENTENCES: readonly (readonly [RegExp, (...places: string[]) => Constraint])[] = [
  [/^nothing in (\S+) imports (\S+)$/, (src, dst) => ({ type: 'FORBIDDEN_EDGE', src, dst })],
  [/^(\S+) runs before (\S+)$/, (src, dst) => ({ type: 'VALIDATION_CHAIN', src, dst })],
  [/^files in (\S+) are named (\S+)$/, (src, pattern) => ({ type: 'NAMING_CONVENTION', src, pattern })],
  [/^(\S+) knows what is behind (\S+) by that alone$/, (src, via) => ({ type: 'INTERFACE_ONLY', src, via })],
];

const TITLES = /\btest\('([^']+)'|"""([^"]+)"""/g;
const COMMENTS = /Rule: (.+?)\.(?= Rule: | \*\/|""")/g;
const BOUNDS_TITLE = 'imports stay within the bounds of the config';

/** So many rules of a codebase are broken to see whether that is found: which ones turns with its id. */
const BROKEN = 2;

/**
 * Whether the rules of a truth are those that the files attest, in both directions, and whether what attests them notices when they
 * are broken. One line for each that differs.
 *
 * @returns null for a codebase whose rules are not stated in the grammar
 */
export async function checkRules(directory: string, truth: GroundTruth): Promise<string[] | null> {
  const files = filesIn(directory);
  const found = findRules(files);
  if (found.length === 0 && truth.invariants.some(({ description }) => readSentence(description) === null)) return null;
  const listed = truth.invariants.flatMap(({ structured, evidence_types, evidence_locations }) =>
    structured ? evidence_types.map((by, i) => `${keyOf(structured)} by ${by} in ${evidence_locations[i]}`) : [],
  );
  const shown = found.map(({ structured, by, at }) => `${keyOf(structured)} by ${by} in ${at}`);
  const differing = [
    ...listed.filter((rule) => !shown.includes(rule)).map((rule) => `rule not attested by the files: ${rule}`),
    ...shown.filter((rule) => !listed.includes(rule)).map((rule) => `rule missing from the ground truth: ${rule}`),
  ];
  const held = found.filter(({ by }) => by !== 'comment');
  const start = Number.parseInt(sha256(truth.codebase_id, 6), 16);
  const turned = held.map((_, i) => held[(start + i) % held.length] as FoundRule).slice(0, BROKEN);
  const unnoticed = await Promise.all(turned.map((rule) => whyUnnoticed(directory, files, rule, truth)));
  return [...differing, ...unnoticed.filter((line) => line !== null)];
}

/** All rules that files attest: by titles of tests, by sentences in comments, and by a key of a config. */
function findRules(files: ReadonlyMap<string, string>): FoundRule[] {
  return [...files].flatMap(([at, text]): FoundRule[] => {
    const read = (sentences: readonly string[], by: FoundRule['by']) =>
      sentences.flatMap((sentence) => {
        const structured = readSentence(sentence);
        return structured ? [{ structured, at, by }] : [];
      });
    if (/^tests\//.test(at))
      return read(
        [...text.matchAll(TITLES)].map(([, single, triple]) => single ?? triple ?? ''),
        'test',
      );
    if (/^[^/]+\.json$/.test(at))
      return boundsIn(text, rootOf(files)).map((structured) => ({ structured, at, by: 'config' }));
    return /\.(ts|py)$/.test(at)
      ? read(
          [...text.matchAll(COMMENTS)].map(([, sentence = '']) => sentence),
          'comment',
        )
      : [];
  });
}

function readSentence(sentence: string): Constraint | null {
  for (const [pattern, make] of SENTENCES) {
    const places = pattern.exec(sentence)?.slice(1);
    if (places) return make(...places);
  }
  return null;
}

function boundsIn(text: string, root: string): Constraint[] {
  const config = JSON.parse(text) as Record<string, unknown>;
  const bounds = (config.importBounds ?? config.import_bounds ?? []) as { in: string; never: string }[];
  const place = (at: string) => `${root}/${at.replace(/\/$/, '')}`;
  return bounds.map((bound) => ({ type: 'FORBIDDEN_EDGE', src: place(bound.in), dst: place(bound.never) }));
}

/** The folder of the sources. */
function rootOf(files: ReadonlyMap<string, string>): string {
  return (
    [...files.keys()].find((path) => /^[^/]+\/__init__\.py$/.test(path) && !path.startsWith('tests/'))?.split('/')[0] ??
    'src'
  );
}

const keyOf = ({ type, src, dst, via, pattern }: Constraint) =>
  [type, src ?? '', dst ?? '', via ?? '', pattern ?? ''].join(' ');

function filesIn(directory: string): ReadonlyMap<string, string> {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  return new Map(
    paths
      .filter((path) => /\.(ts|py|json)$/.test(path) && !/(^|\/)(node_modules|ground_truth\.json|\.tocs)/.test(path))
      .map((path) => [path, readFileSync(join(directory, path), 'utf8')]),
  );
}

/** Breaks just this rule in a copy, and runs the tests that hold rules; null where they notice. */
async function whyUnnoticed(
  directory: string,
  files: ReadonlyMap<string, string>,
  rule: FoundRule,
  truth: GroundTruth,
): Promise<string | null> {
  const change = breakIn(files, rule, truth);
  const name = keyOf(rule.structured);
  if (!change) return `rule ${name}: there is nothing by which to break it`;
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'tocs-rule-')));
  try {
    cpSync(directory, copy, { recursive: true });
    writeFileSync(join(copy, change.path), change.text);
    const title = rule.by === 'config' ? BOUNDS_TITLE : titleOf(files, rule);
    const test =
      [...files.keys()].find((path) => path.startsWith('tests/') && files.get(path)?.includes(title)) ?? rule.at;
    const output = await runTests(copy, test);
    if (output?.includes(title)) return null;
    return `rule ${name} is broken by ${change.path}, and “${title}” does not fail`;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function titleOf(files: ReadonlyMap<string, string>, { at, structured }: FoundRule): string {
  const titles = [...(files.get(at) ?? '').matchAll(TITLES)].map(([, single, triple]) => single ?? triple ?? '');
  return titles.find((title) => {
    const read = readSentence(title);
    return read !== null && keyOf(read) === keyOf(structured);
  }) as string;
}

/** What the tests print where some fail; null where all pass. */
function runTests(directory: string, test: string): Promise<string | null> {
  const [program, args] = test.endsWith('.py')
    ? [
        'python3',
        ['-B', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.', '-p', test.split('/').at(-1) as string],
      ]
    : [
        process.execPath,
        ['--disable-warning=ExperimentalWarning', '--test', '--test-isolation=none', '--test-reporter=spec', test],
      ];
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(VITEST|NODE_)/.test(key)));
  return new Promise((resolve) => {
    execFile(program as string, args as string[], { cwd: directory, env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve(error ? `${stdout}${stderr}` : null);
    });
  });
}

/** A file with which the rule does not hold, and nothing else is changed. */
function breakIn(
  files: ReadonlyMap<string, string>,
  { structured }: FoundRule,
  truth: GroundTruth,
): { path: string; text: string } | null {
  const { type, src, dst, via } = structured;
  const sources = Object.keys(truth.modules).filter((path) => !path.endsWith('__init__.py'));
  const within = (place: string | null | undefined) => sources.filter((path) => isWithin(path, place ?? ''));
  const importing = (path: string, target: string) => {
    const line = languageOf(truth.language).importLine(path, target);
    return { path, text: `${files.get(path) ?? ''}\n${line}\n` };
  };
  switch (type) {
    case 'FORBIDDEN_EDGE': {
      const [from, to] = [within(src)[0], within(dst)[0]];
      return from && to ? importing(from, to) : null;
    }
    case 'INTERFACE_ONLY': {
      const { declarations } = languageOf(truth.language);
      const classesOf = (path: string) => declarations(path, files.get(path) ?? '').classes;
      const offered = new Set(classesOf(via ?? '').map(({ name }) => name));
      const behind = sources.find(
        (path) =>
          !within(src).includes(path) && classesOf(path).some(({ bases }) => bases.some((base) => offered.has(base))),
      );
      const [from] = within(src);
      return from && behind ? importing(from, behind) : null;
    }
    case 'NAMING_CONVENTION':
      return { path: `${src}/qqqq${sources[0]?.slice(sources[0].lastIndexOf('.'))}`, text: '' };
    case 'VALIDATION_CHAIN':
      return swapped(files, rootOf(files), src ?? '', dst ?? '');
    default:
      return null;
  }
}

/** The config in which the names of two modules have changed places. */
function swapped(
  files: ReadonlyMap<string, string>,
  root: string,
  one: string,
  other: string,
): { path: string; text: string } | null {
  const [a, b] = [one, other].map((path) => JSON.stringify(path.slice(root.length + 1).replace(/\.\w+$/, ''))) as [
    string,
    string,
  ];
  const config = [...files].find(([path, text]) => /^[^/]+\.json$/.test(path) && text.includes(a) && text.includes(b));
  if (!config) return null;
  const text = config[1]
    .split(a)
    .map((part) => part.split(b).join(a))
    .join(b);
  return { path: config[0], text };
}
