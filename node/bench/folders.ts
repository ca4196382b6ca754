import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
