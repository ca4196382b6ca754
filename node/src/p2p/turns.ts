/** Lets a number of holders through at once; the others wait in a row. */
export interface Turns {
  /**
   * Runs `work` when it is its turn.
   * @param signal ends the waiting
   * @throws the signal's reason, or what `work` throws
   */
  take<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

/** @param count at once */
export function createTurns(count: number): Turns {
  let free = count;
  const waiting = new Set<() => void>();
  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const proceed = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.delete(proceed);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(proceed);
    });
  return {
    async take(signal, work) {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await wait(signal);
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next === undefined) free += 1;
        else {
          waiting.delete(next);
          next(); // the turn passes on
        }
      }
    },
  };
}
