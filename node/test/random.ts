/** For tests only: pseudorandom numbers, reproducible from their seeds. */
export interface Random {
  /** A whole number, `minimum` ≤ n < `end`. */
  integer(minimum: number, end: number): number;
  /** True with this probability, 0–1. */
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
}

/** mulberry32. @param seeds whole numbers; each determines the sequence */
export function createRandom(...seeds: readonly number[]): Random {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e37_79b1) ^ (mixed >>> 15), 0x5eed);
  const next = (): number => {
    state = (state + 0x6d2b_79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (minimum: number, end: number): number => minimum + Math.floor(next() * (end - minimum));
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: (values) => values[integer(0, values.length)]!,
  };
}
