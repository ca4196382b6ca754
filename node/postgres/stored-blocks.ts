import { bytesToHex } from '@cairn/protocol';
import type pg from 'pg';
import type { AddressRecord } from '../src/projection/shared/address-record.ts';
import { readTransferFields, type TransferFields } from '../src/projection/shared/transfer-fields.ts';
import { RAW_OFFSET } from './transaction-record.ts';

/** Sequence number of a block's first transaction. @throws RangeError where the block is not stored */
export async function firstSequence(client: pg.Client, height: number): Promise<number> {
  const { rows } = await client.query<{ first_sequence: number }>(
    'SELECT first_sequence FROM cairn.blocks WHERE height = $1',
    [height],
  );
  if (rows[0] === undefined) throw new RangeError('there is no block to take off');
  return rows[0].first_sequence;
}

/** A block's ID as hex; empty where the block is not stored. */
export async function blockIdAt(client: pg.Client, height: number): Promise<string> {
  const { rows } = await client.query<{ id: Buffer }>('SELECT id FROM cairn.blocks WHERE height = $1', [
    height,
  ]);
  return rows[0] === undefined ? '' : bytesToHex(rows[0].id);
}

/** The transactions from a number on, in order. @throws RangeError where there are not as many as there should be */
export async function transfersFrom(
  client: pg.Client,
  first: number,
  expected: number,
): Promise<TransferFields[]> {
  const { rows } = await client.query<{ record: Buffer }>(
    'SELECT record FROM cairn.transactions WHERE sequence >= $1 ORDER BY sequence',
    [first],
  );
  if (rows.length !== expected) throw new RangeError(`${rows.length} transactions instead of ${expected}`);
  return rows.map(({ record }) => readTransferFields(record, RAW_OFFSET));
}

/** Takes a block and its transactions off, the highest there is. */
export async function deleteBlock(client: pg.Client, height: number, first: number): Promise<void> {
  await client.query('DELETE FROM cairn.transactions WHERE sequence >= $1', [first]);
  await client.query('DELETE FROM cairn.blocks WHERE height = $1', [height]);
}

const GIVEN = 'unnest($1::integer[], $2::integer[]) AS given (number, count)';

/**
 * Takes off what each address has in its history beyond its count, and sees when it was last seen. The transactions that
 * the rest of it names must be there.
 * @throws RangeError where one of them is not
 */
export async function cutHistory(client: pg.Client, changed: readonly AddressRecord[]): Promise<void> {
  const numbers = changed.map(({ number }) => number);
  const counts = changed.map(({ transactionCount }) => transactionCount);
  await client.query(
    `DELETE FROM cairn.history USING ${GIVEN} WHERE address = number AND position >= count`,
    [numbers, counts],
  );
  const { rows } = await client.query<{ number: number; height: number }>(
    `SELECT number, height FROM ${GIVEN}
     JOIN cairn.history ON address = number AND position = count - 1
     JOIN cairn.transactions USING (sequence)`,
    [numbers, counts],
  );
  const heights = new Map(rows.map(({ number, height }) => [number, height]));
  for (const record of changed) {
    if (record.transactionCount > 0) record.lastSeen = requireHeight(heights.get(record.number), record);
  }
}

function requireHeight(height: number | undefined, { address }: AddressRecord): number {
  if (height === undefined) throw new RangeError(`the newest transaction of ${address} is missing`);
  return height;
}
