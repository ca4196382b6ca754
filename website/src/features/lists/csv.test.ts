import { describe, expect, it } from 'vitest';
import { blockAt } from '../../../test/live-support.ts';
import { BLOCK_COLUMNS, fieldsOf, TRANSACTION_COLUMNS } from './csv.ts';

const byName = <Row>(columns: Parameters<typeof fieldsOf<Row>>[0], row: Row) => {
  const fields = fieldsOf(columns, row);
  return Object.fromEntries(Object.keys(columns).map((name, index) => [name, fields[index]]));
};

describe('rows', () => {
  it('contain exact amounts in both units, and times in UTC', () => {
    const block = { ...blockAt(7), reward: '18446744073709551615', total_fees: '1' };
    expect(byName(BLOCK_COLUMNS, block)).toMatchObject({
      height: 7,
      time_utc: '2026-01-01T00:07:00Z',
      reward_pebbles: '18446744073709551615',
      reward_crn: '184467440737.09551615',
      fees_crn: '0.00000001',
    });
  });

  it('leave the sender of new coins empty', () => {
    const fields = byName(TRANSACTION_COLUMNS, {
      id: 'ab'.repeat(32),
      chain: 3,
      nonce: 4,
      fee: '0',
      value: '5000000000',
      from_address: '0'.repeat(34),
      to_address: 'dQJ2gPGbwWfHRDPXXDhrPgZ8YUSLwCo123',
      unlock_sig: null,
      block_height: 4,
      block_id: 'cd'.repeat(32),
      block_timestamp: 1_767_225_600,
      transaction_index: 0,
      confirmations: 3,
      direction: 'in',
    });
    expect(fields).toMatchObject({ from: '', coinbase: 'yes', direction: 'in', amount_crn: '50' });
  });
});
