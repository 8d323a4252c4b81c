import type { Draw } from '../draw.ts';
import { CODE_NAMES, LEFTOVERS, NEUTRAL } from '../words/neutral.ts';
import type { Arrangement, Naming, Planned } from './plan.ts';
import type { Role } from './specification.ts';

/** What share of modules is called by a role that they do not have. */
const MISLEADING = 0.1;

/** In a codebase of fewer modules each name tells more, so more of them tell nothing. */
const FEW = 22;

/** Gives each module a name, and with its folder a path. */
export function nameModules(draw: Draw, { pattern, shape, modules }: Arrangement, naming: Naming): void {
  const taken = new Set<string>();
  const neutral =
    naming === 'neutral' ? 1 : naming === 'telling' ? 0 : draw.integer(modules.length < FEW ? 33 : 25, 40) / 100;
  const pool = draw.shuffle([...NEUTRAL, ...CODE_NAMES]);
  const roles = pattern.roles.filter(({ gives }) => gives !== 'entry');
  const nameless = (module: Planned): string => {
    const name = pool.pop() ?? `mod_${taken.size}`;
    const kind = draw.integer(0, 9);
    if (kind < 2) return abbreviated(tell(draw, module.role, module.topic, false));
    return kind === 2 ? `${name}_${draw.pick(LEFTOVERS)}` : name;
  };
  for (const module of modules) {
    if (module.role.gives === 'entry') {
      module.id = unique(draw.pick(module.role.words), taken);
      continue;
    }
    const isLayer = shape === 'layer' && module.folder !== '';
    const luck = draw.integer(0, 999) / 1000;
    const misleading = naming === 'mixed' ? MISLEADING : 0;
    const name =
      luck < neutral
        ? nameless(module)
        : luck < neutral + misleading
          ? tell(draw, draw.pick(roles.filter((role) => role !== module.role)), module.topic, false)
          : tell(draw, module.role, module.topic, isLayer);
    module.id = unique(module.folder === '' ? name : `${module.folder}/${name}`, taken);
  }
}

/** A name that says what a module is for; where its folder does, its topic may be enough. */
function tell(draw: Draw, { words }: Role, topic: string, folderTells: boolean): string {
  const word = draw.pick(words);
  if (folderTells && draw.chance(0.6)) return topic;
  return draw.pick([`${topic}_${word}`, `${word}_${topic}`, `${topic}_${word}`, word]);
}

/** `price_service` → `prc_srvc`: words without their vowels. */
function abbreviated(name: string): string {
  return name
    .split('_')
    .map(
      (word) =>
        word[0] +
        word
          .slice(1)
          .replace(/[aeiou]/g, '')
          .slice(0, 3),
    )
    .join('_');
}

function unique(path: string, taken: Set<string>): string {
  let name = path;
  // A folder of that name would stand beside the file.
  for (let i = 2; taken.has(name) || [...taken].some((other) => other.startsWith(`${name}/`)); i++)
    name = `${path}_${i}`;
  taken.add(name);
  return name;
}
