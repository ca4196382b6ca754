import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The middle value; of an even number, the lower of the middle two. @param values at least one */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}

/**
 * Reads `--only`.
 * @param only names with commas between them
 * @throws Error for a name that no stage has
 */
export function wantedStages(only: string, stages: readonly string[]): ReadonlySet<string> {
  const wanted = only.split(',');
  const unknown = wanted.filter((name) => !stages.includes(name));
  if (unknown.length > 0) throw new Error(`--only takes ${stages.join(', ')}, not ${unknown.join(', ')}`);
  return new Set(wanted);
}

/** Temporary data directories of a run; all go when it ends. */
export interface Folders {
  make(): string;
  remove(folder: string): void;
  removeAll(): void;
}

export function temporaryFolders(): Folders {
  const made = new Set<string>();
  const remove = (folder: string): void => {
    rmSync(folder, { recursive: true, force: true });
    made.delete(folder);
  };
  return {
    make() {
      const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
      made.add(folder);
      return folder;
    },
    remove,
    removeAll: () => made.forEach(remove),
  };
}
