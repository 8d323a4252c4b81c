import type { Contract, DesignRationale, Edge, GroundTruth, Invariant, Module } from '../../codebase/ground-truth.ts';
import { type Api, planApis } from './apis.ts';
import type { Blueprint, ModuleId } from './blueprint.ts';
import type { Dialect } from './dialect.ts';
import { CONFIG_FILE, moduleFolders, planEdges, planImports } from './edges.ts';
import { BEHAVIOUR_TEST, BOUNDARY_TEST, type Place, planInvariants } from './invariants.ts';
import { planPurposes } from './purposes.ts';
import { planRationales } from './rationales.ts';

/**
 * The true architecture of the codebase that a blueprint becomes in a language.
 *
 * @param exports the names that each module exports
 */
export function groundTruth(
  blueprint: Blueprint,
  dialect: Dialect,
  exports: ReadonlyMap<ModuleId, readonly string[]>,
): GroundTruth {
  const path = (id: string): string => {
    if (id === CONFIG_FILE) return dialect.configFile;
    if (id === BOUNDARY_TEST) return dialect.boundaryTest;
    if (id === BEHAVIOUR_TEST) return dialect.behaviourTest;
    return dialect.modulePath(id);
  };
  const ids = [...planImports(blueprint).keys()].toSorted();
  const folders = moduleFolders(blueprint);
  const place = (at: Place | undefined): string | null => {
    if (at === undefined || at === null) return null;
    return folders.has(at) ? dialect.folderPath(at) : dialect.modulePath(at);
  };
  const membersOf = (at: Place | undefined): string[] =>
    at === undefined || at === null
      ? []
      : ids.filter((id) => id === at || id.startsWith(`${at}/`)).map(dialect.modulePath);

  const apis = planApis(blueprint);
  const edges = planEdges(blueprint).map(
    ({ source, target, type, evidence }): Edge => ({
      source: path(source),
      target: path(target),
      type,
      evidence: evidence.map(path),
    }),
  );
  const purposes = planPurposes(blueprint);
  const edgesFrom = Map.groupBy(edges, ({ source }) => source);
  return {
    codebase_id: `pipeline-published-${dialect.language}-${blueprint.complexity}-${blueprint.seed}`,
    pattern: 'pipeline',
    complexity: blueprint.complexity,
    language: dialect.language,
    modules: Object.fromEntries(
      ids.map((id): [string, Module] => {
        const filepath = dialect.modulePath(id);
        return [
          filepath,
          {
            filepath,
            purpose: purposes.get(id) ?? '',
            exports: [...(exports.get(id) ?? [])],
            edges: (edgesFrom.get(filepath) ?? []).map(({ target, type }) => ({ target, type })),
          },
        ];
      }),
    ),
    invariants: planInvariants(blueprint).map((planned, i): Invariant => {
      const { src, dst, via } = planned.constraint;
      return {
        id: `inv-${String(i + 1).padStart(3, '0')}`,
        type: planned.type,
        description: planned.description,
        structured: {
          type: planned.constraint.type,
          src: place(src),
          dst: place(dst),
          via: place(via),
          pattern: planned.constraint.pattern ?? null,
        },
        involved_modules: [...new Set([src, dst, via].flatMap(membersOf))],
        rationale: planned.rationale,
        evidence_types: [...planned.evidenceTypes],
        evidence_locations: planned.evidence.map(path),
      };
    }),
    design_rationales: planRationales(blueprint).map(
      ({ question, answer, affected, effects }, i): DesignRationale => ({
        id: `why-${String(i + 1).padStart(3, '0')}`,
        question,
        answer,
        affected_modules: affected.map(path),
        downstream_effects: [...effects],
      }),
    ),
    dependency_edges: edges,
    contracts: apis.map(
      (api): Contract => ({
        name: contractName(api, dialect),
        module: path(api.module),
        signature: {
          params: api.params.map(({ name, type, fallback }) => ({
            name: dialect.functionName(name),
            type_hint: dialect.typeText(type, blueprint),
            has_default: fallback !== undefined,
          })),
          return_type: dialect.returnText(api, blueprint),
        },
        callers: [...new Set(api.callers)].map(path),
      }),
    ),
  };
}

function contractName(api: Api, dialect: Dialect): string {
  const name = dialect.functionName(api.name);
  return api.owner ? `${api.owner}.${name}` : name;
}
