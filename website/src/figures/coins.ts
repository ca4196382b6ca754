import { COIN_DECIMALS } from '@cairn/protocol';
import type { Unit } from '@cairn/ui';

/** An amount in a unit as a number, for a drawing only: the exact amount is what is read out and written. */
export function amountForTheEye(pebbles: bigint, unit: Unit): number {
  return unit === 'pebbles' ? Number(pebbles) : Number(pebbles) / 10 ** COIN_DECIMALS;
}
