/** For tests only: folders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Registers what is done when something is not needed any more: by default, when the test ends. */
export type WhenOver = (release: () => void) => void;

/** A new temporary folder that is removed when it is not needed any more. */
export function temporaryFolder(whenOver: WhenOver = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
