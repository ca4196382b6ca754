import type { Runtime } from '../runtime.ts';
import { seededBits } from '../seeded-random.ts';

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
  const next = seededBits(seed);
  return { now: () => now, sleep, turn, random: (size) => Uint8Array.from({ length: size }, next) };
}
