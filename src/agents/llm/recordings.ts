import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileName } from '../../base/file-name.ts';
import { sha256 } from '../../base/sha256.ts';
import type { TokenUsage } from '../../episode/model-call.ts';
import type { Body } from './model.ts';

/**
 * `live`: call and record. `resume`: reuse what is recorded and call for the rest. `replay`: never call; what is not
 * recorded fails.
 */
export const CALL_MODES = ['live', 'resume', 'replay'] as const;
export type CallMode = (typeof CALL_MODES)[number];

/** The answer to a call, and what it took to get it. */
export interface Recorded {
  answer: unknown;
  retries: number;
  latency_ms: number;
  /** What tries used that gave no answer. */
  wasted?: TokenUsage;
  /** The other ways in which it was asked in the end, by name. */
  fallbacks?: string[];
}

/** A recorded call: a line of JSON. It holds what was asked only as hashes, and no key or header. */
interface Recording extends Recorded {
  /** Hash of the request as it was meant: fallbacks are found out anew in each run. */
  key: string;
  /** Hashes of the parts of the request, to say later what has changed. */
  parts: Record<string, string>;
}

/** Which calls belong together. */
export interface RecordingScope {
  provider: string;
  model: string;
  /** The server, where it is not the provider's own. */
  server: string;
  /** The opaque name of the episode, trial included. */
  episode: string;
  /** A second attempt at an episode that failed: it reuses what the first one recorded, in live mode, too. */
  retry: boolean;
}

/** The recorded calls of one episode of one model. */
export class EpisodeRecordings {
  private readonly file: string;
  private readonly mode: CallMode;
  private readonly scope: string;
  private readonly recordings: Recording[];
  private readonly byKey: Map<string, Recording[]>;
  private readonly asked = new Map<string, number>();
  private calls = 0;
  private needsNewline: boolean;
  /** In live mode: what an earlier run recorded has gone. */
  private begun: boolean;

  constructor(directory: string, mode: CallMode, { provider, model, server, episode, retry }: RecordingScope) {
    const place = server === '' ? '' : `-${hash(server).slice(0, 6)}`;
    this.file = join(recordingsFolder(directory, provider, model), `${episode}${place}.jsonl`);
    this.mode = mode;
    this.begun = retry;
    this.scope = JSON.stringify([provider, model, server, episode]);
    const reads = (mode !== 'live' || retry) && existsSync(this.file);
    const text = reads ? readFileSync(this.file, 'utf8') : '';
    // A run that was killed while it wrote leaves half a line, which is passed over.
    this.needsNewline = text !== '' && !text.endsWith('\n');
    this.recordings = text.split('\n').flatMap(parseLine);
    this.byKey = Map.groupBy(this.recordings, ({ key }) => key);
  }

  /** The recorded answer to this request, if there is one; the same request asked again finds the next one. */
  find(body: Body): Recorded | null {
    this.calls++;
    const key = this.keyOf(body);
    const nth = this.asked.get(key) ?? 0;
    this.asked.set(key, nth + 1);
    return this.byKey.get(key)?.[nth] ?? null;
  }

  /** Whether calls may be made that are not recorded. */
  get mayCall(): boolean {
    return this.mode !== 'replay';
  }

  /** Says how a request that was not found differs from the one recorded in its place. */
  describeMiss(parts: Record<string, unknown>): string {
    const recorded = this.recordings[this.calls - 1];
    if (this.recordings.length === 0) return `nothing is recorded for this episode (looked for ${this.file})`;
    if (!recorded) return `${this.recordings.length} calls are recorded, and this is call ${this.calls}`;
    const now = hashesOf(parts);
    const changed = Object.keys({ ...recorded.parts, ...now }).filter((part) => recorded.parts[part] !== now[part]);
    return `call ${this.calls} differs from the recorded one in ${changed.join(', ') || 'nothing but its place'}`;
  }

  /** Writes a call down, at once: what has been written survives a kill. */
  append(body: Body, parts: Record<string, unknown>, recorded: Recorded): void {
    const recording: Recording = { key: this.keyOf(body), parts: hashesOf(parts), ...recorded };
    mkdirSync(dirname(this.file), { recursive: true });
    // What an earlier run recorded goes only once there is something in its place.
    if (this.mode === 'live' && !this.begun) rmSync(this.file, { force: true });
    this.begun = true;
    appendFileSync(this.file, `${this.needsNewline ? '\n' : ''}${JSON.stringify(recording)}\n`);
    this.needsNewline = false;
  }

  private keyOf(body: Body): string {
    return hash(`${this.scope}${JSON.stringify(body)}`);
  }
}

/** Where the recordings of a model are. */
export function recordingsFolder(directory: string, provider: string, model: string): string {
  return join(directory, fileName(`${provider}-${model}`));
}

/** How many calls are recorded in a folder, and since when, in a line. */
export function describeRecordings(directory: string): string {
  const files = existsSync(directory) ? globSync('**/*.jsonl', { cwd: directory }) : [];
  const calls = files.reduce(
    (sum, file) => sum + readFileSync(join(directory, file), 'utf8').split('\n').length - 1,
    0,
  );
  if (calls === 0) return `resume: nothing is recorded in ${directory}`;
  const times = files.map((file) => statSync(join(directory, file)).mtimeMs).toSorted((a, b) => a - b);
  const [from, to] = [times[0], times.at(-1)].map((time) => new Date(time ?? 0).toISOString().slice(0, 16));
  return `resume: ${calls} recorded calls in ${directory}, written ${from} to ${to}, are taken where they are asked for again`;
}

function parseLine(line: string): Recording[] {
  try {
    const value = JSON.parse(line) as Recording;
    return typeof value.key === 'string' ? [value] : [];
  } catch {
    return [];
  }
}

function hashesOf(parts: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, hash(JSON.stringify(part) ?? '')]));
}

function hash(text: string): string {
  return sha256(text, 24);
}
