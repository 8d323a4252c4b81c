import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Broker, LimitReached, type Limits, LimitsLost, type Place, type Wish } from './broker.ts';
import { BrokerClient } from './broker-client.ts';
import { BrokerServer } from './broker-server.ts';
import { Caps, RateLimits } from './caps.ts';

const never = new AbortController().signal;
const wish = (more: Partial<Wish> & { episode?: string; caps?: Caps } = {}): Wish => {
  const { episode = 'e', caps = {}, ...rest } = more;
  return {
    model: 'm',
    rates: {},
    accounts: [{ name: 'run', caps }],
    spender: { episode, expectedCalls: 1 },
    most: { tokens: 100, cost: 0.1 },
    ...rest,
  };
};

/** How many calls are let through at once. */
async function through(limits: Limits, wishes: readonly Wish[]): Promise<{ places: Place[]; refused: string[] }> {
  const places: Place[] = [];
  const refused: string[] = [];
  for (const one of wishes) {
    void limits.enter(one, never).then(
      (place) => places.push(place),
      (error: Error) => refused.push(error.message),
    );
  }
  await sleep(50);
  return { places, refused };
}

describe.each(['in this process', 'over a socket'])('limits kept %s', (where) => {
  const open: BrokerServer[] = [];
  const start = async (): Promise<() => Limits> => {
    if (where === 'in this process') {
      const broker = new Broker();
      return () => broker;
    }
    const server = await new BrokerServer().open();
    open.push(server);
    return () => new BrokerClient(server.path);
  };
  afterEach(() => {
    for (const server of open.splice(0)) server.close();
  });

  test('the strictest concurrency of all agents of a model holds for all workers', async () => {
    const worker = await start();
    const many = Array.from({ length: 12 }, () => wish());
    const first = await through(worker(), [wish({ rates: { concurrency: 8 } }), wish({ rates: { concurrency: 2 } })]);
    const second = await through(worker(), many);
    expect(first.places.length + second.places.length).toBe(2);
    first.places[0]?.leave({ tokens: 1, cost: 0 });
    await sleep(50);
    expect(second.places.length).toBe(1);
  });

  test('of a second model they are apart', async () => {
    const worker = await start();
    await through(worker(), [wish({ rates: { concurrency: 1 } })]);
    expect((await through(worker(), [wish({ model: 'other' })])).places).toHaveLength(1);
  });

  test('tokens of a minute include what calls under way may use', async () => {
    const worker = await start();
    const rates = { tokensPerMinute: 250 };
    const { places } = await through(worker(), [wish({ rates }), wish({ rates }), wish({ rates })]);
    expect(places).toHaveLength(2);
    places[0]?.leave({ tokens: 10, cost: 0 });
    places[1]?.leave({ tokens: 10, cost: 0 });
    await sleep(50);
    expect(places).toHaveLength(3);
  });

  test('a cap waits for calls under way, and refuses once none is left to give anything back', async () => {
    const worker = await start();
    const caps = { tokens: 150 };
    const { places, refused } = await through(worker(), [wish({ caps }), wish({ caps }), wish({ caps })]);
    expect([places.length, refused]).toEqual([1, []]);
    places[0]?.leave({ tokens: 100, cost: 0 });
    await sleep(50);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toContain('the limit of 150 tokens is reached');
  });

  test('no further episode begins on what open ones are expected to need', async () => {
    const worker = await start();
    const caps = { calls: 10 };
    const of = (episode: string) => wish({ caps, episode, spender: { episode, expectedCalls: 6 } });
    const { places, refused } = await through(worker(), [of('a'), of('b'), of('c')]);
    // Two episodes of about six calls each take all ten.
    expect(places).toHaveLength(2);
    expect(refused[0]).toMatch(
      /the limit of 10 calls is reached \(0 calls used, and the 2 open episodes need about 12 calls\)/,
    );
    // Those that are open go on.
    expect((await through(worker(), [of('a')])).places).toHaveLength(1);
  });

  test('whoever cancels while waiting takes no place', async () => {
    const worker = await start();
    const rates = { concurrency: 1 };
    const { places } = await through(worker(), [wish({ rates })]);
    const controller = new AbortController();
    const limits = worker();
    const waiting = limits.enter(wish({ rates }), controller.signal);
    const later = limits.enter(wish({ rates }), never);
    await sleep(20);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    places[0]?.leave({ tokens: 1, cost: 0 });
    await expect(later).resolves.toBeDefined();
  });
});

test('a worker that dies gives its places back, and pays for the calls that it had under way', async () => {
  const server = await new BrokerServer().open();
  const caps = { tokens: 250 };
  const rates = { concurrency: 1 };
  const dying = new BrokerClient(server.path);
  await dying.enter(wish({ caps, rates }), never);
  const waiting = new BrokerClient(server.path).enter(wish({ caps, rates, episode: 'f' }), never);
  (dying as unknown as { socket: { destroy(): void } }).socket.destroy();
  const place = await waiting;
  place.leave({ tokens: 100, cost: 0 });
  // 200 of 250 are used: a call that may take 100 is one too many.
  await expect(new BrokerClient(server.path).enter(wish({ caps, rates, episode: 'g' }), never)).rejects.toThrow(
    LimitReached,
  );
  server.close();
});

test('a worker that is killed gives its places back', async () => {
  const server = await new BrokerServer().open();
  const rates = { concurrency: 1 };
  const line = JSON.stringify({ type: 'enter', id: 0, wish: wish({ rates }) });
  const script = `const s = require('node:net').connect(${JSON.stringify(server.path)}); s.write('no JSON\\n'); s.write(process.env.LINE + '\\n'); s.on('data', () => console.log('in')); setInterval(() => {}, 1000)`;
  const worker = spawn(process.execPath, ['-e', script], { env: { LINE: line }, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(worker.stdout, 'data');
  const waiting = new BrokerClient(server.path).enter(wish({ rates, episode: 'f' }), never);
  await expect(Promise.race([waiting, sleep(50, 'waits')])).resolves.toBe('waits');
  worker.kill('SIGKILL');
  await expect(waiting).resolves.toBeDefined();
  server.close();
});

test('limits that are gone are no fault of an agent', async () => {
  const server = await new BrokerServer().open();
  const client = new BrokerClient(server.path);
  await client.enter(wish({ rates: { concurrency: 1 } }), never);
  const waiting = client.enter(wish({ rates: { concurrency: 1 } }), never);
  const { socket } = client as unknown as { socket: { destroy(): void } };
  socket.destroy();
  await expect(waiting).rejects.toBeInstanceOf(LimitsLost);
  server.close();
});

test('a folder for temporary files with a long path is no hindrance', async () => {
  vi.stubEnv('TMPDIR', join(tmpdir(), 'x'.repeat(120)));
  const server = await new BrokerServer().open();
  await expect(new BrokerClient(server.path).enter(wish(), never)).resolves.toBeDefined();
  server.close();
  vi.unstubAllEnvs();
});

test('no call passes a larger one that waits for the same cap', async () => {
  const broker = new Broker();
  const caps = { tokens: 250 };
  const of = (tokens: number) => wish({ caps, most: { tokens, cost: 0 } });
  const [first] = (await through(broker, [of(100)])).places;
  const { places } = await through(broker, [of(200), of(50)]);
  expect(places).toHaveLength(0);
  first?.leave({ tokens: 10, cost: 0 });
  await sleep(10);
  expect(places).toHaveLength(1);
});

test('no cap is ever exceeded, whatever calls want and use', async () => {
  const call = fc.record({ most: fc.integer({ min: 1, max: 60 }), share: fc.double({ min: 0, max: 1, noNaN: true }) });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 30 }), fc.integer({ min: 1, max: 300 }), async (calls, tokens) => {
      const broker = new Broker();
      let used = 0;
      await Promise.all(
        calls.map(async ({ most, share }, i) => {
          try {
            const place = await broker.enter(
              wish({ caps: { tokens }, most: { tokens: most, cost: 0 }, episode: `e${i}` }),
              never,
            );
            await Promise.resolve();
            used += most * share;
            place.leave({ tokens: most * share, cost: 0 });
            broker.close(`e${i}`);
          } catch (error) {
            expect(error).toBeInstanceOf(LimitReached);
          }
        }),
      );
      expect(used).toBeLessThanOrEqual(tokens + 1e-6);
    }),
  );
});

test('requests of a minute are spread, and a call larger than a minute waits until it is alone', async () => {
  vi.useFakeTimers();
  try {
    const broker = new Broker();
    const began: number[] = [];
    const start = Date.now();
    const rates = { requestsPerMinute: 2, tokensPerMinute: 50 };
    for (let i = 0; i < 3; i++) {
      void broker.enter(wish({ rates }), never).then((place) => {
        began.push(Date.now() - start);
        place.leave({ tokens: 100, cost: 0 });
      });
    }
    await vi.advanceTimersByTimeAsync(200_000);
    expect(began.map((at) => Math.round(at / 60_000))).toEqual([0, 1, 2]);
  } finally {
    vi.useRealTimers();
  }
});

test('what calls under way may use is held as long as they are', async () => {
  vi.useFakeTimers();
  try {
    const broker = new Broker();
    const rates = { tokensPerMinute: 150 };
    const first = await broker.enter(wish({ rates }), never);
    let began = false;
    void broker.enter(wish({ rates }), never).then(() => {
      began = true;
    });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(began).toBe(false);
    first.leave({ tokens: 100, cost: 0 });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(began).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(began).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test.each([{ tokens: Number.NaN }, { calls: 1.5 }, { cost: -1 }, { token: 5 }])('caps %o are refused', (caps) => {
  expect(Caps.safeParse(caps).success).toBe(false);
});

test.each([{ concurrency: 0 }, { requestsPerMinute: Number.POSITIVE_INFINITY }])('rates %o are refused', (rates) => {
  expect(RateLimits.safeParse(rates).success).toBe(false);
});
