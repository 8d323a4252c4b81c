import { normalisePath, stemOf } from '../../base/path.ts';
import type { Component } from '../../belief/belief.ts';
import type { Observation } from '../../episode/agent.ts';
import type { Language } from '../../languages/language.ts';
import { isSource } from '../../languages/languages.ts';
import { component, edgesTo } from './component.ts';

/** How sure a baseline is of an import that it read. */
const IMPORT_CONFIDENCE = 0.95;

/** What a rule-based explorer has seen: names from listings, texts from files, and imports parsed from these. */
export class Sight {
  readonly language: Language;
  /** Texts of opened files, in the order of opening. */
  readonly texts = new Map<string, string>();
  /** Files known by name, opened ones included. */
  readonly files = new Set<string>();
  /** Directories found but not listed yet, in the order found. */
  readonly unlisted: string[] = [''];
  private readonly targets = new Map<string, string[]>();

  constructor(language: Language) {
    this.language = language;
  }

  observe(observations: readonly Observation[]): void {
    for (const { action, output, ok } of observations) {
      if (action.type === 'list') this.sawListing(action.argument, ok ? output.split('\n') : []);
      if (action.type === 'open' && ok) this.sawFile(action.argument, output);
    }
    for (const { action, ok } of observations) {
      if (action.type === 'open' && ok) this.parse(action.argument);
    }
  }

  /** Passes over what was read: the files may have changed. */
  forgetTexts(): void {
    this.texts.clear();
    this.targets.clear();
  }

  /** Source files known by name, in path order. */
  sources(): string[] {
    return [...this.files].filter((path) => isSource(this.language, path)).toSorted();
  }

  /** Source files that an opened file imports. */
  importsOf(path: string): readonly string[] {
    return this.targets.get(path) ?? [];
  }

  /** A component for every opened source, with the imports read from it. */
  components(): Map<string, Component> {
    return new Map(
      [...this.targets].map(([filepath, targets]): [string, Component] => [
        filepath,
        component(filepath, 'observed', IMPORT_CONFIDENCE, edgesTo(targets, 'IMPORTS')),
      ]),
    );
  }

  /** Known source files by stem, the first of a stem in path order. */
  sourcesByStem(): Map<string, string> {
    return new Map(
      this.sources()
        .toReversed()
        .map((path) => [stemOf(path), path]),
    );
  }

  private sawListing(directory: string, names: readonly string[]): void {
    const at = this.unlisted.indexOf(directory);
    if (at !== -1) this.unlisted.splice(at, 1);
    const prefix = directory === '' ? '' : `${directory}/`;
    for (const name of names) {
      if (name.endsWith('/')) this.unlisted.push(`${prefix}${name.slice(0, -1)}`);
      else this.files.add(`${prefix}${name}`);
    }
  }

  private sawFile(argument: string, text: string): void {
    const path = normalisePath(argument) ?? argument;
    this.files.add(path);
    this.texts.set(path, text);
  }

  private parse(path: string): void {
    const text = this.texts.get(path);
    if (text === undefined || !isSource(this.language, path)) return;
    const context = { exists: (candidate: string) => this.files.has(candidate), guess: this.unlisted.length > 0 };
    const targets = this.language.imports(path, text, context);
    this.targets.set(
      path,
      targets.filter((target) => target !== path && isSource(this.language, target)),
    );
  }
}
