/** Runs one piece of work after another, in the order in which they came. */
export interface SerialQueue {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when everything that was in the queue has ended. */
  idle(): Promise<void>;
  /** Pieces that have not ended. */
  readonly length: number;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  let length = 0;
  return {
    run(work) {
      length += 1;
      const result = last.then(work).finally(() => (length -= 1));
      last = result.catch(() => undefined); // the caller gets the error; the next in line only waits
      return result;
    },
    async idle() {
      await last;
    },
    get length() {
      return length;
    },
  };
}
