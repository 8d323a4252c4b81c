import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { issueLine } from '../base/checked.ts';
import { type Codebase, createCodebase } from './codebase.ts';
import { GroundTruth } from './ground-truth.ts';

/** The file, next to the code, that holds the ground truth. No agent ever sees it. */
const GROUND_TRUTH_FILE = 'ground_truth.json';

/**
 * Writes a codebase and its `ground_truth.json` into a folder.
 *
 * @throws Error if the folder exists and is not empty: nothing is ever overwritten
 */
export function writeCodebase(codebase: Codebase, directory: string): void {
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new Error(`${directory} is not empty: name a new or an empty folder`);
  }
  const truth = `${JSON.stringify(codebase.groundTruth, null, 2)}\n`;
  for (const [path, text] of [...codebase.files, [GROUND_TRUTH_FILE, truth] as const]) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/**
 * Reads a codebase from a folder in the form of the published ToCS generator: the files, and `ground_truth.json` beside
 * them. It is taken as it stands: its truth need not be what its code shows. The ground truth, hidden files and folders,
 * and what interpreters and package managers leave behind are no part of the codebase.
 *
 * @throws Error if the ground truth is missing or malformed, names an edge to an unknown module, or a file is not text
 */
export function readTocs(directory: string): Codebase {
  const truth = readGroundTruth(directory);
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    // A link could lead out of the folder, or round in it.
    .filter((entry) => entry.isFile() && !isUnderLink(directory, entry.parentPath))
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(
      (path) =>
        basename(path) !== GROUND_TRUTH_FILE &&
        !path.split('/').some((part) => /^\.|^(__pycache__|node_modules)$/.test(part)),
    );
  return createCodebase(
    paths.map((path): [string, string] => [path, readText(join(directory, path))]),
    truth,
  );
}

/**
 * Reads the ground truth of a folder.
 *
 * @throws Error if it is missing or malformed, or an edge of it names an unknown module
 */
export function readGroundTruth(directory: string): GroundTruth {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`there is no folder ${directory}`);
  const file = join(directory, GROUND_TRUTH_FILE);
  if (!existsSync(file)) throw new Error(`${directory} has no ${GROUND_TRUTH_FILE}`);
  const parsed = GroundTruth.safeParse(parseJson(file));
  if (!parsed.success) throw new Error(`${file}: ${issueLine(parsed.error, 'the whole')}`);
  const { modules, dependency_edges } = parsed.data;
  for (const { source, target, type } of dependency_edges) {
    const unknown = [source, target].find((path) => !Object.hasOwn(modules, path));
    if (unknown !== undefined)
      throw new Error(`${file}: the edge ${source} → ${target} (${type}) names ${unknown}, which is no module`);
  }
  return parsed.data;
}

/** Whether a folder is reached by a link. */
function isUnderLink(root: string, folder: string): boolean {
  for (let at = folder; at.length > root.length; at = dirname(at)) if (lstatSync(at).isSymbolicLink()) return true;
  return false;
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readText(file: string): string {
  const refuse = (): never => {
    throw new Error(`${file} is not text (UTF-8): take it out of the folder`);
  };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
    return text.includes('\0') ? refuse() : text;
  } catch {
    return refuse();
  }
}
