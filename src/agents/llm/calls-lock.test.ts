import { spawn } from 'node:child_process';
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaveCalls, takeCalls } from './calls-lock.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'tocs-lock-'));

test('workers of one run share a folder of recordings', () => {
  const calls = folder();
  for (const _ of [1, 2]) takeCalls(calls, { run: 'a', pid: process.pid });
  leaveCalls(calls, process.pid);
  takeCalls(calls, { run: 'b', pid: process.pid });
});

test('another run that is under way is refused, in a line that says what to do', () => {
  const calls = folder();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  takeCalls(calls, { run: 'a', pid: other.pid as number });
  expect(() => takeCalls(calls, { run: 'b', pid: process.pid })).toThrow(
    /another run \(a, process \d+\) records in .*: wait for it, or give this one a callsDir of its own/,
  );
  // What another run has is not given back by this one.
  leaveCalls(calls, process.pid);
  expect(() => takeCalls(calls, { run: 'b', pid: process.pid })).toThrow('another run');
  other.kill('SIGKILL');
});

test('a folder that a killed run had is free, and one with a broken lock, too', () => {
  const calls = folder();
  takeCalls(calls, { run: 'a', pid: 2 ** 30 });
  takeCalls(calls, { run: 'b', pid: process.pid });
  const broken = folder();
  writeFileSync(join(broken, 'run.lock'), '{');
  takeCalls(broken, { run: 'b', pid: process.pid });
});

test.runIf(process.platform === 'linux')(
  'a folder is free whose run is gone, though another process has its number now',
  () => {
    const calls = folder();
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    takeCalls(calls, { run: 'a', pid: other.pid as number });
    const anHourAgo = Date.now() / 1000 - 3600;
    utimesSync(join(calls, 'run.lock'), anHourAgo, anHourAgo);
    takeCalls(calls, { run: 'b', pid: process.pid });
    other.kill('SIGKILL');
  },
);
