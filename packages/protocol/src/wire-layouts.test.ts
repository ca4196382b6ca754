import { describe, expect, it } from 'vitest';
import { HEADER_LAYOUT } from './block-header.ts';
import type { Fields, Layout } from './layout.ts';
import { SIGNED_PART_SIZE, TRANSACTION_LAYOUT } from './transaction.ts';

/** Offset, size and name of each field, as in the tables of PROTOCOL.md. */
type Table = [offset: number, size: number, name: string][];

function tableOf<F extends Fields>(layout: Layout<F>): Table {
  return Object.entries(layout.fields).map(([name, { size }]) => [layout.offsetOf(name), size, name]);
}

describe('the wire layouts', () => {
  it('of a transaction is the table of PROTOCOL.md section 3', () => {
    expect(tableOf(TRANSACTION_LAYOUT)).toEqual([
      [0, 1, 'chain'],
      [1, 4, 'nonce'],
      [5, 4, 'fee'],
      [9, 8, 'value'],
      [17, 34, 'fromAddress'],
      [51, 34, 'toAddress'],
      [85, 128, 'unlockSig'],
    ] satisfies Table);
    expect([SIGNED_PART_SIZE, TRANSACTION_LAYOUT.size]).toEqual([85, 213]);
  });

  it('of a header is the table of PROTOCOL.md section 4', () => {
    expect(tableOf(HEADER_LAYOUT)).toEqual([
      [0, 4, 'version'],
      [4, 4, 'height'],
      [8, 32, 'previousBlockId'],
      [40, 32, 'merkleRoot'],
      [72, 34, 'miner'],
      [106, 4, 'timestamp'],
      [110, 4, 'bits'],
      [114, 4, 'nonce'],
    ] satisfies Table);
    expect(HEADER_LAYOUT.size).toBe(118);
  });
});
