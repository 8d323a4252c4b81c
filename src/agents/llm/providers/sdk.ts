import { EpisodeFailure } from '../../../episode/agent.ts';

/** Imports a provider's SDK, which is an optional peer dependency, when it is first used. */
export async function importSdk<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'ERR_MODULE_NOT_FOUND' && !/Cannot find (?:module|package)/.test(String(error))) throw error;
    throw new EpisodeFailure('setup', `the package ${name} is not installed: npm install --save-dev ${name}`);
  }
}
