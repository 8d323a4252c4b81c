import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { LimitReached, type Limits, LimitsLost, type Place, type Wish } from './broker.ts';
import { type FromBroker, parseLine, type ToBroker } from './broker-server.ts';

interface Waiting {
  go(): void;
  refuse(error: Error): void;
}

/** The limits that the main process keeps, as a worker sees them. */
export class BrokerClient implements Limits {
  private readonly path: string;
  private socket: Socket | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;

  /** @param path of the socket */
  constructor(path: string) {
    this.path = path;
  }

  enter(wish: Wish, signal: AbortSignal): Promise<Place> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const end = () => {
        this.waiting.delete(id);
        signal.removeEventListener('abort', abort);
      };
      const abort = () => {
        end();
        this.say({ type: 'cancel', id });
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.set(id, {
        go: () => {
          end();
          resolve({ leave: (used) => this.say({ type: 'leave', id, used }) });
        },
        refuse: (error) => {
          end();
          reject(error);
        },
      });
      this.say({ type: 'enter', id, wish });
    });
  }

  close(episode: string): void {
    // An episode that called nobody, as a replayed one, is not known there.
    if (this.socket) this.say({ type: 'close', episode });
  }

  private say(message: ToBroker): void {
    this.socket ??= this.open();
    this.socket.write(`${JSON.stringify(message)}\n`);
  }

  private open(): Socket {
    const socket = connect(this.path);
    const lost = (reason: string) => {
      this.socket = undefined;
      for (const { refuse } of this.waiting.values())
        refuse(new LimitsLost(`the limits of the run cannot be reached: ${reason}`));
    };
    socket.on('error', (error) => lost(error.message));
    socket.on('close', () => lost('the main process closed the connection'));
    const lines = createInterface({ input: socket });
    // It hands on the errors of its socket, which are heard above.
    lines.on('error', () => {});
    lines.on('line', (line) => {
      const message = parseLine<FromBroker>(line);
      if (typeof message !== 'object' || !message) return;
      const waiting = this.waiting.get(message.id);
      if ('go' in message) {
        // Whoever cancelled meanwhile needs no place.
        if (waiting) waiting.go();
        else this.say({ type: 'leave', id: message.id, used: { tokens: 0, cost: 0 } });
      } else waiting?.refuse(new LimitReached(message.reached));
    });
    // A worker ends when its tests do.
    socket.unref();
    return socket;
  }
}
