import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockAt } from '../../../test/live-support.ts';
import { csvLine } from './csv.ts';
import { blockFields, BLOCK_HEADER, transactionFields, TRANSACTION_HEADER } from './rows.ts';

/** An independent reader of RFC 4180. */
function readLine(line: string): string[] {
  const fields: string[] = [];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  for (const [, text = '', end] of line.matchAll(field)) {
    fields.push(text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
    if (end === '\r\n') break;
  }
  return fields;
}

describe('a CSV line', () => {
  it('gives back what was written, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (fields) => {
        const plain = fields.map((field) => `x${field}`);
        expect(readLine(csvLine(plain))).toEqual(plain);
      }),
    );
  });

  it.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('disarms %j', (field) => {
    expect(readLine(csvLine([field]))).toEqual([`'${field}`]);
  });

  it('leaves numbers as they are', () => expect(csvLine([-5, 12])).toBe('-5,12\r\n'));
});

describe('rows', () => {
  it('hold amounts exactly, in both units, and times in UTC', () => {
    const block = { ...blockAt(7), reward: '18446744073709551615', total_fees: '1' };
    const fields = Object.fromEntries(BLOCK_HEADER.map((name, index) => [name, blockFields(block)[index]]));
    expect(fields).toMatchObject({
      height: 7,
      time_utc: '2026-01-01T00:07:00Z',
      reward_pebbles: '18446744073709551615',
      reward_crn: '184467440737.09551615',
      fees_crn: '0.00000001',
    });
    expect(blockFields(block)).toHaveLength(BLOCK_HEADER.length);
  });

  it('leave the sender of new coins empty', () => {
    const fields = transactionFields({
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
    const byName = Object.fromEntries(TRANSACTION_HEADER.map((name, index) => [name, fields[index]]));
    expect(byName).toMatchObject({ from: '', coinbase: 'yes', direction: 'in', amount_crn: '50' });
    expect(fields).toHaveLength(TRANSACTION_HEADER.length);
  });
});
