#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addCompareCommand } from './compare.ts';
import { addExploreCommand } from './explore.ts';
import { addGenerateCommand } from './generate.ts';
import { addScoreCommand } from './score.ts';
import { addVerifyCommand } from './verify.ts';

const manifest = new URL(import.meta.url.endsWith('.ts') ? '../../package.json' : '../package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

const program = new Command('tocs')
  .description('Codebases whose true architecture is known: make them, check them, explore them.')
  .version(version);
addGenerateCommand(program);
addVerifyCommand(program);
addExploreCommand(program);
addScoreCommand(program);
addCompareCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  console.error(`tocs: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
