/** Whom this node does not talk to for a while; in memory, bounded. */
export interface Refusals {
  /** @param until Unix milliseconds */
  add(key: string, until: number): void;
  has(key: string): boolean;
}

const MAXIMUM = 10_000;

/** @param clock Unix milliseconds */
export function createRefusals(clock: () => number): Refusals {
  const untilByKey = new Map<string, number>();
  return {
    add(key, until) {
      untilByKey.delete(key); // to the end of the order
      untilByKey.set(key, until);
      const [oldest] = untilByKey.keys();
      if (untilByKey.size > MAXIMUM) untilByKey.delete(oldest!);
    },
    has(key) {
      const until = untilByKey.get(key);
      if (until === undefined) return false;
      if (clock() < until) return true;
      untilByKey.delete(key);
      return false;
    },
  };
}
