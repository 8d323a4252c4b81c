import type { EdgeType } from '../../codebase/ground-truth.ts';
import type { Blueprint } from '../blueprint/blueprint.ts';
import { truthOf } from '../blueprint/truth.ts';
import type { Writer } from './writer.ts';

const VERBS: Readonly<Record<EdgeType, string>> = {
  IMPORTS: 'imports',
  CALLS_API: 'calls',
  DATA_FLOWS_TO: 'hands what it makes on to',
  REGISTRY_WIRES: 'loads by name',
};

/** The document that states every module, edge and rule in prose, as of now or as of an earlier time; none where none is asked for. */
export function architectureFiles(blueprint: Blueprint, writer: Writer): [path: string, text: string][] {
  if (blueprint.documents !== 'full' && blueprint.documents !== 'stale') return [];
  const { blueprint: told, without } = blueprint.former ?? { blueprint, without: [] };
  const { modules, dependency_edges, invariants } = truthOf(told, writer);
  const unknown = new Set(without.map((id) => writer.path(told, id)));
  const edges = Map.groupBy(
    dependency_edges.filter(({ source, target }) => !unknown.has(source) && !unknown.has(target)),
    ({ source }) => source,
  );
  const lines = Object.values(modules)
    .filter(({ filepath }) => !unknown.has(filepath))
    .map(({ filepath, purpose }) => {
      const byType = [...Map.groupBy(edges.get(filepath) ?? [], ({ type }) => type)];
      const clauses = byType.map(
        ([type, of]) => `It ${VERBS[type]} ${of.map(({ target }) => `\`${target}\``).join(', ')}.`,
      );
      return `- \`${filepath}\`: ${[purpose, ...clauses].join(' ')}`;
    });
  const rules = invariants.map(({ description }) => `- ${description}`);
  const text = ['# Architecture', '## Modules', lines.join('\n'), '## Rules', rules.join('\n') || 'None.'].join('\n\n');
  return [['docs/architecture.md', `${text}\n`]];
}

/** The README: what the codebase does, how it is run, and what folders there are. */
export function readmeText(
  blueprint: Blueprint,
  title: string,
  commands: readonly string[],
  folders: readonly string[],
): string {
  const { domain } = blueprint;
  const lines = [
    `# ${title}`,
    '',
    `Works on ${domain.plural} from \`${blueprint.files.data}\` and prints what it makes of them.`,
    '',
    ...commands.map((command) => `    ${command}`),
  ];
  if (blueprint.documents !== 'none' && folders.length > 0)
    lines.push('', `The sources stand in ${folders.map((folder) => `\`${folder}\``).join(', ')}.`);
  return `${lines.join('\n')}\n`;
}
