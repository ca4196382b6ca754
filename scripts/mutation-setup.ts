/**
 * Setup file of the tests for `npm run mutate`. After a change because of which something waits for ever, each test that gets
 * there would wait until it fails, and the run would last longer than Stryker waits: only the first one does, the rest is skipped.
 * And a generated counterexample need not be the smallest one.
 */
import fc from 'fast-check';
import { beforeEach, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Id of the change, from Stryker; undefined in the run without one. */
    activeMutant?: string;
  }
}

/** A test that fails after that many milliseconds has waited for something. */
const WAITED = 10_000;
const shared = globalThis as { waitingMutant?: string | undefined };
const mutant = inject('activeMutant');

fc.configureGlobal({ endOnFailure: true });

beforeEach(({ skip, onTestFailed }) => {
  if (mutant === undefined) return;
  if (shared.waitingMutant === mutant) skip();
  const begun = performance.now();
  onTestFailed(() => {
    if (performance.now() - begun > WAITED) shared.waitingMutant = mutant;
  });
});
