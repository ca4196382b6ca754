/**
 * Draws that follow from a seed (mulberry32).
 * @param seed an integer
 * @returns a function that draws the next 32 bits, as a signed integer
 */
export function seededBits(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return value ^ (value >>> 14);
  };
}

/** Draws an integer from 0 to `bound` − 1. @param bound at most 2^32 */
export type Draw = (bound: number) => number;

/** Draws that follow from a seed. */
export function seededDraw(seed: number): Draw {
  const next = seededBits(seed);
  return (bound) => Math.floor(((next() >>> 0) / 2 ** 32) * bound);
}
