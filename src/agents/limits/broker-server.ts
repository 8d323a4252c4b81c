import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Broker, type Left, LimitReached, type Place, type Wish } from './broker.ts';

/** What a worker says, a line of JSON each. */
export type ToBroker =
  | { type: 'enter'; id: number; wish: Wish }
  | { type: 'leave'; id: number; used: Left }
  /** It waits no longer. */
  | { type: 'cancel'; id: number }
  | { type: 'close'; episode: string };

/** What a worker is told. */
export type FromBroker = { id: number; go: true } | { id: number; reached: string };

/** The path of a socket has about a hundred characters at most. */
const LONGEST_ROOT = 80;

function socketRoot(): string {
  const root = tmpdir();
  return Buffer.byteLength(root) <= LONGEST_ROOT ? root : '/tmp';
}

/** A message of a socket; null for what is none, as of a stranger who found it. */
export function parseLine<T>(line: string): T | null {
  try {
    return JSON.parse(line) as T | null;
  } catch {
    return null;
  }
}

/** Keeps the limits of all workers of a run, in the main process: workers reach it over a socket of this machine. */
export class BrokerServer {
  readonly path: string;
  private readonly server: Server;
  private readonly folder: string | null;
  private broker = new Broker();

  constructor() {
    const windows = process.platform === 'win32';
    // Nobody else may enter the folder.
    this.folder = windows ? null : mkdtempSync(join(socketRoot(), 'tocs-'));
    this.path = this.folder ? join(this.folder, 'limits') : `\\\\.\\pipe\\tocs-${randomUUID()}`;
    this.server = createServer((socket) => this.serve(socket));
    this.server.unref();
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.path, resolve);
    });
    // Also where the process ends without closing it.
    process.once('exit', this.remove);
    return this;
  }

  /** Forgets what was used: a new run begins. */
  reset(): void {
    this.broker = new Broker();
  }

  close(): void {
    this.server.close();
    process.removeListener('exit', this.remove);
    this.remove();
  }

  private readonly remove = (): void => {
    if (this.folder) rmSync(this.folder, { recursive: true, force: true });
  };

  private serve(socket: Socket): void {
    const places = new Map<number, { place: Place; most: Wish['most'] }>();
    const waiting = new Map<number, AbortController>();
    const episodes = new Set<string>();
    const say = (message: FromBroker) => {
      if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
    };
    const enter = async (id: number, wish: Wish) => {
      const { broker } = this;
      const controller = new AbortController();
      waiting.set(id, controller);
      try {
        episodes.add(wish.spender.episode);
        const place = await broker.enter(wish, controller.signal);
        if (controller.signal.aborted) return place.leave({ tokens: 0, cost: 0 });
        places.set(id, { place, most: wish.most });
        say({ id, go: true });
      } catch (error) {
        // What is no wish, as of a stranger, gets no place.
        if (error instanceof LimitReached) say({ id, reached: error.message });
      } finally {
        waiting.delete(id);
      }
    };
    socket.unref();
    socket.on('error', () => {});
    const lines = createInterface({ input: socket });
    // It hands on the errors of its socket: a worker that is killed must not take the main process with it.
    lines.on('error', () => {});
    lines.on('line', (line) => {
      const message = parseLine<ToBroker>(line);
      if (typeof message !== 'object' || !message) return;
      if (message.type === 'enter') void enter(message.id, message.wish);
      else if (message.type === 'cancel') waiting.get(message.id)?.abort();
      else if (message.type === 'close') {
        episodes.delete(message.episode);
        this.broker.close(message.episode);
      } else {
        places.get(message.id)?.place.leave(message.used);
        places.delete(message.id);
      }
    });
    socket.on('close', () => {
      for (const controller of waiting.values()) controller.abort();
      // A worker that ended in the middle of calls has probably paid for them.
      for (const { place, most } of places.values()) place.leave(most);
      for (const episode of episodes) this.broker.close(episode);
    });
  }
}
