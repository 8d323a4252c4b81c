import { normalisePath } from '../base/path.ts';
import { EdgeType } from '../codebase/ground-truth.ts';
import {
  type Belief,
  type BelievedEdge,
  type BelievedExport,
  type BelievedInvariant,
  type Component,
  STATUSES,
} from './belief.ts';

/** A belief as read, and how many fields, edges, exports or components could not be. */
export interface ReadBelief {
  belief: Belief;
  dropped: number;
  /** The same by what was wrong, e.g. `edges: no field target`. */
  problems: Record<string, number>;
}

/**
 * Reads a belief from any value, leniently: a bad field loses that field, not the belief. Spelling of enum values and
 * paths is normalised, a missing or unreadable confidence is 0.5, one outside 0..1 is clamped, and `step` is the
 * harness's own.
 *
 * @returns null when the value is no belief, that is, no object with `components`
 */
export function readBelief(value: unknown, step: number): ReadBelief | null {
  if (!isObject(value) || !isContainer(value.components)) return null;
  return new BeliefReader().read(value, step);
}

const FIELDS: ReadonlySet<string> = new Set(['components', 'invariants', 'unexplored']);
const COMPONENT_FIELDS: ReadonlySet<string> = new Set(['exports', 'edges']);

/** Fields of a component of which the later one holds, where its path stands twice. */
const SAID_ONCE = ['status', 'purpose', 'confidence'] as const;

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isContainer = (value: unknown): value is JsonObject | unknown[] => typeof value === 'object' && value !== null;

class BeliefReader {
  private dropped = 0;
  private readonly problems: Record<string, number> = {};

  /** @returns nothing, in place of what could not be read */
  private drop(problem: string): null {
    this.dropped++;
    this.problems[problem] = (this.problems[problem] ?? 0) + 1;
    return null;
  }

  read(value: JsonObject, step: number): ReadBelief {
    this.others(value, FIELDS);
    const belief: Belief = {
      step,
      components: this.components(value.components as JsonObject | unknown[]),
      invariants: this.list('invariants', value.invariants, (entry) => this.invariant(entry)),
      unexplored: this.strings('unexplored', value.unexplored),
      uncertainty_summary: this.text('uncertainty_summary', value.uncertainty_summary),
    };
    return { belief, dropped: this.dropped, problems: this.problems };
  }

  private components(value: JsonObject | unknown[]): Record<string, Component> {
    const entries = Array.isArray(value)
      ? value.map((entry) => [isObject(entry) ? entry.filepath : undefined, entry] as const)
      : Object.entries(value);
    const components: Record<string, Component> = {};
    for (const [key, entry] of entries) {
      if (typeof key !== 'string' || key.trim() === '') {
        this.drop('components: no field filepath');
        continue;
      }
      if (!isObject(entry)) {
        this.drop('components: no object');
        continue;
      }
      const path = spellPath(key);
      const component = this.component(path, entry);
      const earlier = Object.hasOwn(components, path) ? components[path] : undefined;
      // In place: a path may stand very often.
      if (earlier) {
        for (const edge of component.edges) earlier.edges.push(edge);
        for (const one of component.exports) earlier.exports.push(one);
        const given = SAID_ONCE.filter((field) => entry[field] !== undefined && entry[field] !== null);
        Object.assign(earlier, Object.fromEntries(given.map((field) => [field, component[field]])));
        continue;
      }
      Object.defineProperty(components, path, {
        value: component,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return components;
  }

  /** Lists and objects in fields that nobody reads: an agent that writes them means something by it. */
  private others(value: JsonObject, known: ReadonlySet<string>): void {
    for (const [key, field] of Object.entries(value)) {
      if (isContainer(field) && Object.keys(field).length > 0 && !known.has(key)) this.drop('fields: unknown');
    }
  }

  private component(filepath: string, value: JsonObject): Component {
    this.others(value, COMPONENT_FIELDS);
    return {
      filepath,
      status: this.status(value.status),
      purpose: this.text('purpose', value.purpose),
      exports: this.list('exports', value.exports, (entry) => this.export(entry)),
      edges: this.list('edges', value.edges, (entry) => this.edge(entry)),
      confidence: this.confidence(value.confidence),
    };
  }

  private edge(value: unknown): BelievedEdge | null {
    if (!isObject(value)) return this.drop('edges: no object');
    if (typeof value.target !== 'string' || value.target.trim() === '') return this.drop('edges: no field target');
    if (value.type === undefined) return this.drop('edges: no field type');
    const type = EdgeType.safeParse(spellEnum(value.type));
    if (!type.success) return this.drop('edges: unknown type');
    return { target: spellPath(value.target), type: type.data, confidence: this.confidence(value.confidence) };
  }

  private export(value: unknown): BelievedExport | null {
    const name = typeof value === 'string' ? value : isObject(value) ? value.name : undefined;
    if (typeof name !== 'string' || name.trim() === '') return this.drop('exports: no field name');
    const fields = isObject(value) ? value : {};
    const signature = isObject(fields.signature) ? fields.signature : {};
    return {
      name: name.trim(),
      signature: {
        params: this.list('params', signature.params, (param) => this.parameter(param)),
        return_type: this.text('return_type', signature.return_type),
      },
      callers: this.strings('callers', fields.callers).map(spellPath),
      confidence: this.confidence(fields.confidence),
    };
  }

  private parameter(value: unknown): BelievedExport['signature']['params'][number] | null {
    const name = typeof value === 'string' ? value : isObject(value) ? value.name : undefined;
    if (typeof name !== 'string' || name.trim() === '') return this.drop('params: no field name');
    const fields = isObject(value) ? value : {};
    return {
      name: name.trim(),
      type_hint: this.text('type_hint', fields.type_hint),
      has_default: fields.has_default === true,
    };
  }

  private invariant(value: unknown): BelievedInvariant | null {
    if (!isObject(value)) return this.drop('invariants: no object');
    const type = spellEnum(value.type);
    const structured = isObject(value.structured) ? value.structured : null;
    if (type === '' && !structured) return this.drop('invariants: neither type nor structured');
    return {
      type,
      description: this.text('description', value.description),
      structured: structured && {
        type: spellEnum(structured.type),
        src: this.optionalPath(structured.src),
        dst: this.optionalPath(structured.dst),
        via: this.optionalPath(structured.via),
        pattern: this.text('pattern', structured.pattern) || null,
      },
      evidence: this.strings('evidence', value.evidence),
      confidence: this.confidence(value.confidence),
    };
  }

  private list<T>(field: string, value: unknown, read: (entry: unknown) => T | null): T[] {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      this.drop(`${field}: no list`);
      return [];
    }
    return value.flatMap((entry) => {
      const result = read(entry);
      return result === null ? [] : [result];
    });
  }

  private strings(field: string, value: unknown): string[] {
    return this.list(field, value, (entry) => (typeof entry === 'string' ? entry : this.drop(`${field}: no text`)));
  }

  private text(field: string, value: unknown): string {
    if (typeof value === 'string') return value;
    if (value !== undefined && value !== null) this.drop(`${field}: no text`);
    return '';
  }

  private optionalPath(value: unknown): string | null {
    const text = this.text('structured', value);
    return text === '' ? null : spellPath(text);
  }

  private status(value: unknown): Component['status'] {
    const known = STATUSES.find((status) => status === String(value).trim().toLowerCase());
    if (!known && value !== undefined && value !== null) this.drop('status: unknown');
    return known ?? 'unknown';
  }

  private confidence(value: unknown): number {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && !Number.isNaN(number)) return Math.min(1, Math.max(0, number));
    if (value !== undefined && value !== null) this.drop('confidence: no number');
    return 0.5;
  }
}

const spellEnum = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .toUpperCase()
        .replace(/[\s-]+/g, '_')
    : '';

/** Paths that leave the codebase stay as they were said: they can match nothing, but are not hidden either. */
const spellPath = (path: string): string => normalisePath(path) ?? path.trim();
