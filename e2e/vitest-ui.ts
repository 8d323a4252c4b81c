import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

const VITEST = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

/** A Vitest UI that runs in a folder. */
export class VitestUi {
  private readonly child: ChildProcess;
  private output = '';

  constructor(cwd: string, port: number, args: readonly string[] = []) {
    this.child = spawn(process.execPath, [VITEST, '--ui', '--open=false', '--watch', `--api.port=${port}`, ...args], {
      cwd,
      // A group of its own, so that stopping it reaches the workers, too.
      detached: true,
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(VITEST|CI$)/.test(key))),
        TOCS_FIXTURE_OUTPUT: mkdtempSync(join(tmpdir(), 'tocs-ui-')),
      },
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (data) => {
        this.output += stripVTControlCharacters(String(data));
      });
    }
  }

  /** Its address, with the token, once the run has ended. */
  async address(): Promise<string> {
    while (!/(?:waiting|watching) for file changes/i.test(this.output)) {
      if (this.child.exitCode !== null) throw new Error(`Vitest UI ended:\n${this.output}`);
      await setTimeout(100);
    }
    const [address] = /http:\/\/localhost:\d+\/\S+/.exec(this.output) ?? [];
    if (!address) throw new Error(`Vitest UI printed no address:\n${this.output}`);
    return address;
  }

  stop(): void {
    if (this.child.pid !== undefined && this.child.exitCode === null) process.kill(-this.child.pid, 'SIGKILL');
  }
}
