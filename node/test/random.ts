/** For tests only: pseudorandom numbers, reproducible from their seeds. */
import { seededDraw } from '@cairn/chain/test-support';

export interface Random {
  /** A whole number, `minimum` ≤ n < `end`. */
  integer(minimum: number, end: number): number;
  /** True with this probability, 0–1. */
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
}

/** @param seeds whole numbers; each determines the sequence */
export function createRandom(...seeds: readonly number[]): Random {
  const mix = (mixed: number, seed: number): number => Math.imul(mixed ^ seed, 0x9e37_79b1) ^ (mixed >>> 15);
  const draw = seededDraw(seeds.reduce(mix, 0x5eed));
  const integer = (minimum: number, end: number): number => minimum + draw(end - minimum);
  return {
    integer,
    chance: (probability) => draw(2 ** 32) < probability * 2 ** 32,
    pick: (values) => values[integer(0, values.length)]!,
  };
}
