/** Decides whether to wait for an API that has just timed out. */
export interface Patience {
  isResting: () => boolean;
  /** @param answered whether the API answered in time */
  note: (answered: boolean) => void;
}

/**
 * After a failure no request is made for `restMs`: while the API hangs, one page in that time waits for it instead of all.
 * @param now Unix milliseconds
 */
export function createPatience(restMs: number, now: () => number): Patience {
  let restsUntil = 0;
  return {
    isResting: () => now() < restsUntil,
    note: (answered) => {
      restsUntil = answered ? 0 : now() + restMs;
    },
  };
}
