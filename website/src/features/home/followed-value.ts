import { TRANSACTION_LAYOUT } from '@cairn/protocol';
import type { Followed } from '../../site/followed.ts';

const VALUE_AT = 2 * TRANSACTION_LAYOUT.offsetOf('value');

/** What a transaction's bytes say that it pays, in pebbles: they are kept once they are proven. Loaded for a reader who follows one. */
export const valueOf = ({ raw }: Followed): bigint | undefined =>
  raw === undefined ? undefined : BigInt(`0x${raw.slice(VALUE_AT, VALUE_AT + 16)}`);
