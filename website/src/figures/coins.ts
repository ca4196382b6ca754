import { COIN_DECIMALS } from '@cairn/protocol';

/** CRN as a number, for a drawing only: the exact amount is what is read out and written. */
export function coinsForTheEye(pebbles: bigint): number {
  return Number(pebbles) / 10 ** COIN_DECIMALS;
}
