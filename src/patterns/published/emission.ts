import { type Api, planApis } from './apis.ts';
import type { Blueprint, ModuleId } from './blueprint.ts';
import { planImports } from './edges.ts';
import { planInvariants } from './invariants.ts';
import { planPurposes } from './purposes.ts';

/** What a module takes from another: values, and names that are types alone. */
export interface Taken {
  values?: readonly string[];
  types?: readonly string[];
}

/** A module as written: its text and the names that it exports. */
export interface Source {
  text: string;
  exports: string[];
}

/** What all modules of one codebase share while they are written, in any language. */
export abstract class Emission {
  readonly blueprint: Blueprint;
  private readonly imports: ReadonlyMap<ModuleId, readonly ModuleId[]>;
  private readonly apis: ReadonlyMap<string, Api>;
  private readonly notes = new Map<ModuleId, string[]>();

  constructor(blueprint: Blueprint) {
    this.blueprint = blueprint;
    this.imports = planImports(blueprint);
    this.apis = new Map(planApis(blueprint).map((api) => [`${api.module} ${api.name}`, api]));
    for (const { note } of planInvariants(blueprint)) {
      if (note) this.notes.set(note.module, [...(this.notes.get(note.module) ?? []), note.sentence]);
    }
  }

  /** The head of a function, as the blueprint's API says. */
  abstract signature(module: ModuleId, name: string): string;

  /**
   * Puts a module together: doc comment (purpose, `hints`, and the sentences that show invariants), imports, body.
   * What the body takes must be what the blueprint plans for the module.
   */
  abstract module(
    id: ModuleId,
    taken: Readonly<Record<ModuleId, Taken>>,
    body: string,
    hints?: readonly string[],
    platform?: readonly string[],
  ): Source;

  protected api(module: ModuleId, name: string): Api {
    const api = this.apis.get(`${module} ${name}`);
    if (!api) throw new Error(`generate: ${module} has no API ${name}`);
    return api;
  }

  /** The planned imports of a module, in order, after checking that `taken` names just these. */
  protected plannedImports(id: ModuleId, taken: Readonly<Record<ModuleId, Taken>>): readonly ModuleId[] {
    const planned = this.imports.get(id) ?? [];
    const unplanned = Object.keys(taken).filter((target) => !planned.includes(target));
    const missing = planned.filter((target) => !(target in taken));
    if (unplanned.length + missing.length > 0) {
      throw new Error(`generate: imports of ${id} are off the blueprint: extra ${unplanned}, missing ${missing}`);
    }
    return planned;
  }

  /** The sentences of a module's doc comment. */
  protected sentences(id: ModuleId, hints: readonly string[]): string[] {
    const purpose = planPurposes(this.blueprint).get(id);
    const first = `This ${id.startsWith('stages/') ? 'stage' : 'module'} ${purpose}.`;
    return [...new Set([first, ...hints, ...(this.notes.get(id) ?? [])])];
  }
}
