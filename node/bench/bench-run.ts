import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The middle value; for an even number of values, the lower of the middle two. @param values at least one */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;
}

/** Temporary folders of a run. */
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
