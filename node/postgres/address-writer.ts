import type pg from 'pg';
import type { AddressRecord } from '../src/projection/shared/address-record.ts';
import { rankingKey } from './ranking-key.ts';
import { copyIn } from './copy-in.ts';

/** Where changed addresses stand on their way into the tables; emptied by each commit. */
const CREATE_CHANGED = `
  CREATE TEMPORARY TABLE IF NOT EXISTS changed (
    address text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    old_key bytea,
    new_key bytea,
    balance numeric(20, 0) NOT NULL,
    nonce bigint NOT NULL,
    received numeric NOT NULL,
    sent numeric NOT NULL,
    fees numeric NOT NULL,
    transaction_count integer NOT NULL,
    first_seen integer NOT NULL,
    last_seen integer NOT NULL
  ) ON COMMIT DELETE ROWS`;

/** The table has no statistics: without these the planner might read all addresses for a block's. */
const PLAN = `SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = on`;

const INSERT = `
  INSERT INTO cairn.addresses
  SELECT address, number, new_key, balance, nonce, received, sent, fees, transaction_count, first_seen, last_seen
  FROM changed WHERE old_key IS NULL AND new_key IS NOT NULL`;

const UPDATE = `
  UPDATE cairn.addresses a SET
    ranking_key = c.new_key, balance = c.balance, nonce = c.nonce, received = c.received, sent = c.sent,
    fees = c.fees, transaction_count = c.transaction_count, last_seen = c.last_seen
  FROM changed c WHERE a.address = c.address AND c.old_key IS NOT NULL AND c.new_key IS NOT NULL`;

const DELETE = `
  DELETE FROM cairn.addresses a USING changed c WHERE a.address = c.address AND c.new_key IS NULL`;

/** Prepares a connection for `writeAddresses`; once a connection. */
export async function prepareAddresses(client: pg.Client): Promise<void> {
  await client.query(CREATE_CHANGED);
}

/**
 * Writes changed addresses within a transaction; one that no transaction names any more goes. What was written stays in
 * the temporary table `changed` until the commit, for those who keep the ranking.
 */
export async function writeAddresses(client: pg.Client, records: readonly AddressRecord[]): Promise<void> {
  if (records.length === 0) return;
  await client.query(PLAN);
  await copyIn(client, 'COPY changed FROM STDIN', linesOf(records));
  await client.query(`${INSERT}; ${UPDATE}; ${DELETE}`);
}

const LINES_PER_CHUNK = 1_000;

function* linesOf(records: readonly AddressRecord[]): Generator<Buffer> {
  for (let start = 0; start < records.length; start += LINES_PER_CHUNK) {
    yield Buffer.from(
      records
        .slice(start, start + LINES_PER_CHUNK)
        .map(lineOf)
        .join(''),
      'latin1',
    );
  }
}

/** One row in the text form of COPY: no value of ours needs an escape but the keys. */
function lineOf(record: AddressRecord): string {
  const { address, number, storedBalance, balance, nonce, received, sent, fees, firstSeen, lastSeen } =
    record;
  const count = record.transactionCount;
  const before = storedBalance === undefined ? '\\N' : keyText(storedBalance, address);
  const after = count === 0 ? '\\N' : keyText(balance, address);
  return `${address}\t${number}\t${before}\t${after}\t${balance}\t${nonce}\t${received}\t${sent}\t${fees}\t${count}\t${firstSeen}\t${lastSeen}\n`;
}

function keyText(balance: bigint, address: string): string {
  return `\\\\x${rankingKey(balance, address).toString('hex')}`;
}
