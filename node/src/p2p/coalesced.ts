/** A call that work is due. */
export interface Coalesced {
  (): void;
  /** Forgets a call whose work has not run yet. */
  cancel(): void;
}

/**
 * Runs work soon after it is called, at most once in an interval: many calls cause one run.
 * @param intervalMs between the beginnings of two runs
 */
export function coalesced(work: () => void, intervalMs: number): Coalesced {
  let timer: NodeJS.Timeout | undefined;
  let ranAt = -Infinity;
  const run = (): void => {
    timer = undefined;
    ranAt = performance.now();
    work();
  };
  const call = (): void => {
    timer ??= setTimeout(run, Math.max(0, ranAt + intervalMs - performance.now()));
  };
  return Object.assign(call, { cancel: () => clearTimeout(timer) });
}
