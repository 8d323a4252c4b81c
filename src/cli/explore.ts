import Table from 'cli-table3';
import { type Command, Option } from 'commander';
import { baselines } from '../agents/baselines/baselines.ts';
import { readTocs } from '../codebase/directory.ts';
import type { Agent } from '../episode/agent.ts';
import { describeActions, type Transcript } from '../episode/transcript.ts';
import { DEFAULT_BUDGET, DEFAULT_PROBE_EVERY } from '../phases/construct/construct.ts';
import { CONSTRUCT_METRICS } from '../phases/construct/metrics.ts';
import { runEpisode } from '../phases/construct/run-episode.ts';
import { score } from '../scoring/score.ts';
import type { Scores } from '../scoring/scores.ts';
import { wholeNumber } from './whole-number.ts';

const AGENTS = new Map(Object.values(baselines).map((make): [string, () => Agent] => [make().name, make]));

/** `tocs explore`: runs one episode of a baseline on a folder, and prints its scores. */
export function addExploreCommand(program: Command): void {
  program
    .command('explore')
    .description('run one episode of a baseline on a folder with a ground_truth.json, and print its scores')
    .argument('<dir>', 'folder with the code and its ground_truth.json')
    .addOption(new Option('--agent <agent>', 'who explores').choices([...AGENTS.keys()]).default('config-aware'))
    .option('--budget <actions>', 'budgeted actions', wholeNumber(1), DEFAULT_BUDGET)
    .option('--probe-every <actions>', 'actions between beliefs', wholeNumber(1), DEFAULT_PROBE_EVERY)
    .option('--json', 'print everything as JSON')
    .action(
      async (directory: string, options: { agent: string; budget: number; probeEvery: number; json?: boolean }) => {
        const codebase = readTocs(directory);
        const agent = (AGENTS.get(options.agent) as () => Agent)();
        const { budget, probeEvery } = options;
        const transcript = await runEpisode({ agent, codebase, condition: 'active', budget, probeEvery });
        if (transcript.outcome.status === 'failed') throw new Error(transcript.outcome.message);
        const scores = score(transcript, codebase.groundTruth);
        if (options.json) {
          const heading = { codebase: codebase.id, agent: agent.name, budget, probe_interval: probeEvery };
          console.log(JSON.stringify({ ...heading, ...scores, actions: publishedActions(transcript) }, null, 2));
        } else {
          console.log(scoresTable(scores));
        }
      },
    );
}

/** The actions as the published explorers write them: `open(src/run.py)`. */
function publishedActions(transcript: Transcript): string[] {
  return describeActions(transcript).map((action) => action.replace(/^[A-Z]+/, (verb) => verb.toLowerCase()));
}

/** The metrics that have a value, as a table of two columns. */
function scoresTable(scores: Scores): string {
  const table = new Table({
    head: ['metric', 'value'],
    colAligns: ['left', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, read } of CONSTRUCT_METRICS) {
    const value = read(scores);
    if (value !== null) table.push([name, Number.isInteger(value) ? String(value) : value.toFixed(4)]);
  }
  return table.toString();
}
