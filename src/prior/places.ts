import { directoryOf } from '../base/path.ts';
import { type Features, featuresOf, type Vocabulary } from './features.ts';

/** What a file list tells of the modules and folders of a codebase. */
export class Places {
  readonly paths: readonly string[];
  readonly folders: readonly string[];
  private readonly features: ReadonlyMap<string, Features>;
  private readonly byKind: ReadonlyMap<string, readonly string[]>;

  constructor(paths: readonly string[], names: Vocabulary, folders: Vocabulary, common: ReadonlySet<string>) {
    this.paths = paths;
    this.folders = [...new Set(paths.map(directoryOf))].filter((folder) => folder !== '');
    this.features = new Map(
      [...paths, ...this.folders.map((folder) => `${folder}/-.ts`)].map((path) => [
        path,
        featuresOf(path, names, folders, common),
      ]),
    );
    this.byKind = Map.groupBy([...paths, ...this.folders], (place) => this.kindOf(place));
  }

  featuresOf(path: string): Features {
    return this.features.get(path) as Features;
  }

  /** What a module or folder seems to be for; of what is neither, nothing. */
  kindOf(place: string | null | undefined): string {
    if (!place) return '-';
    const module = this.features.get(place);
    if (module) return `module ${module.name} ${module.folder}`;
    const folder = this.features.get(`${place}/-.ts`);
    return folder ? `folder ${folder.folder}` : `? ${place}`;
  }

  /** The modules and folders that seem to be for that. */
  ofKind(kind: string): readonly (string | null)[] {
    return kind === '-' ? [null] : (this.byKind.get(kind) ?? []);
  }
}
