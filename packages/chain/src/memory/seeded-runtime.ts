import type { Runtime } from '../runtime.ts';

/**
 * A runtime whose randomness follows from a seed, so that the same calls make the same blocks. Its clock stands still: a devnet's
 * blocks move it.
 * @param seed a whole number @param now Unix milliseconds
 */
export function seededRuntime(
  seed: number,
  now: number,
  { sleep, turn }: Pick<Runtime, 'sleep' | 'turn'>,
): Runtime {
  let state = seed;
  /** mulberry32 */
  const next = (): number => {
    state = (state + 0x6d2b_79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return value ^ (value >>> 14);
  };
  return { now: () => now, sleep, turn, random: (size) => Uint8Array.from({ length: size }, next) };
}
