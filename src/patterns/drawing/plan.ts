import type { ExtensionPoint } from '../blueprint/blueprint.ts';
import type { Domain } from '../words/domains.ts';
import type { Pattern, PointPlan, Role } from './specification.ts';

export const NAMINGS = ['mixed', 'telling', 'neutral'] as const;
export type Naming = (typeof NAMINGS)[number];
export const SHAPES_OF_FOLDERS = ['layer', 'feature', 'flat'] as const;
export type FolderShape = (typeof SHAPES_OF_FOLDERS)[number];

/** A module while it is being drawn. */
export interface Planned {
  /** Its path, once it has a name. */
  id: string;
  role: Role;
  topic: string;
  folder: string;
  /** Where it stands in the import graph: imports go downwards alone. */
  level: number;
  /** Nobody uses it. */
  dead: boolean;
}

/** An extension point while it is being drawn. */
export interface PlannedPoint {
  plan: PointPlan;
  mechanism: ExtensionPoint['mechanism'];
  form: ExtensionPoint['form'];
  holder: Planned;
  /** The holder itself, another module, or (of injected parts) whoever runs them. */
  registrar: Planned;
  parts: Planned[];
  /** The module with the abstract class of parts that are classes. */
  port: Planned | null;
  /** Whoever hands rows to the point, beside the entries. */
  invoker: Planned;
}

/** All modules of a codebase, and how they are arranged. */
export interface Arrangement {
  pattern: Pattern;
  domain: Domain;
  shape: FolderShape;
  modules: Planned[];
  points: PlannedPoint[];
  depth: number;
}

/** What one module takes of another. */
export interface Link {
  from: Planned;
  to: Planned;
  use: 'call' | 'constant' | 'type';
  /** It closes a circle. */
  late: boolean;
}
