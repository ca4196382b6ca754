/** For tests only: folders. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Registers what is done when something is not needed any more: by default, when the test ends. */
export type WhenOver = (release: () => void | Promise<void>) => void;

/** For what all tests of a file share; the newest is released first. */
export function whenAllAreOver(): WhenOver {
  const releases: (() => void | Promise<void>)[] = [];
  afterAll(async () => {
    for (const release of releases) await release();
  });
  return (release) => void releases.unshift(release);
}

/** A new temporary folder that is removed when it is not needed any more. */
export function temporaryFolder(whenOver: WhenOver = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
