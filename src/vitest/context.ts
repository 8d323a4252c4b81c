import type { EpisodeResult } from '../scoring/result.ts';

/** What the plugin tells the workers. */
export interface TocsContext {
  /** Absolute path of the folder for transcripts and reports. */
  outputDirectory: string;
  /** Root of the project, to which names of eval files are relative. */
  root: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    tocs?: TocsContext;
  }

  interface TaskMeta {
    /** The episode of this case, with its scores. */
    tocs?: EpisodeResult;
  }
}
