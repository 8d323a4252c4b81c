import { bfsImport } from './bfs-import.ts';
import { configAware } from './config-aware.ts';
import { conventions } from './conventions.ts';
import { followImports } from './follow-imports.ts';
import { listing } from './listing.ts';
import { nothing } from './null.ts';
import { oracle } from './oracle.ts';
import { random } from './random.ts';

/**
 * Agents that follow rules and need no model: a ceiling (`oracle`), four explorers, and three controls that give the
 * floor (`conventions`, which has learnt what names tell, `listing`, `null`).
 *
 * @example
 * describeEpisodes('floor and ceiling', { agents: [baselines.oracle(), baselines.null()], codebases });
 */
export const baselines = {
  oracle,
  configAware,
  random,
  bfsImport,
  followImports,
  conventions,
  listing,
  null: nothing,
} as const;
