import { formatCoins } from '@cairn/protocol';
import type { AmountUnit } from '@cairn/wallet';

/** An exact amount with its unit as plain text, for a sentence about what may be typed. */
export function writeAmount(pebbles: bigint, unit: AmountUnit): string {
  return unit === 'crn' ? `${formatCoins(pebbles)} CRN` : `${pebbles.toLocaleString('en-US')} pebbles`;
}
