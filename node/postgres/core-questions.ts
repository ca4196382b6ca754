/** The queries of the core routes, which a replica answers from the database; a node answers them from its chain. */
import { EXPLORER_LIMITS } from '@cairn/api/explorer';
import type { Address } from '@cairn/protocol';
import type { ChainTip, PrefixMatches } from '@cairn/chain';
import {
  columnsOf,
  question,
  type StoredRow,
  type TransactionRow,
  transactionsOf,
} from '@cairn/chain/projection';
import { POSTGRES } from './schema.ts';

const BLOCKS = `SELECT ${columnsOf(POSTGRES, 'blocks', 'b')} FROM blocks AS b`;
const TIP_HEIGHT = '(SELECT height FROM state)';
/** The height above a list of blocks. */
const LIST_TOP = `LEAST(@before, ${TIP_HEIGHT} + 1) - @offset`;
const transactions = transactionsOf(POSTGRES);

/** A block and a page of its transactions. */
function blockPage(name: string, condition: string) {
  const block = (column: string): string => `(SELECT ${column} FROM blocks WHERE ${condition} LIMIT 1)`;
  return question<{ blocks: StoredRow<'blocks'>; transactions: TransactionRow }>(name, {
    blocks: `${BLOCKS} WHERE ${condition}`,
    transactions: transactions(
      `SELECT sequence FROM transactions
       WHERE sequence BETWEEN ${block('first_sequence + @offset')}
         AND ${block('first_sequence + LEAST(@offset + @limit, transaction_count) - 1')}
       ORDER BY sequence LIMIT @limit`,
      't.sequence ASC',
    ),
  });
}

export const CORE_QUESTIONS = {
  /** Blocks below height `@before`, newest first. */
  blockList: question<{ blocks: StoredRow<'blocks'> }>('blockList', {
    blocks: `${BLOCKS} WHERE b.height < ${LIST_TOP} AND b.height >= ${LIST_TOP} - @limit ORDER BY b.height DESC`,
  }),
  blockByHeight: blockPage('blockByHeight', 'height = @height'),
  blockById: blockPage('blockById', 'id = @id'),
  /** A transaction and its block. */
  transaction: question<{ transactions: TransactionRow; blocks: StoredRow<'blocks'> }>('transaction', {
    transactions: transactions('SELECT sequence FROM transactions WHERE id = @id LIMIT 1', 't.sequence ASC'),
    blocks: `${BLOCKS} WHERE b.height = (SELECT height FROM transactions WHERE id = @id LIMIT 1)`,
  }),
  /** Blocks and transactions with IDs from `@low` to `@high`, addresses that begin with `@prefix`; at most `@limit` of each. */
  startingWith: question<{
    blocks: ChainTip;
    transactions: PrefixMatches['transactions'][number];
    addresses: { readonly address: Address };
  }>('startingWith', {
    blocks: `SELECT encode(id, 'hex') AS id, height FROM blocks WHERE id BETWEEN @low AND @high
      ORDER BY blocks.id LIMIT @limit`,
    transactions: `SELECT encode(id, 'hex') AS id, height FROM transactions WHERE id BETWEEN @low AND @high
      ORDER BY transactions.id LIMIT @limit`,
    addresses: `SELECT address FROM addresses WHERE address >= @prefix AND address < (@prefix::text || '{') COLLATE "C"
      ORDER BY address LIMIT @limit`,
  }),
  account: question<{ accounts: { readonly balance: string; readonly nonce: number } }>('account', {
    accounts: 'SELECT balance::text AS balance, nonce FROM addresses WHERE address = @address',
  }),
  /** Fees of the newest blocks with transfers, without the genesis block; as `FeeEstimator`. */
  fees: question<{
    fees: { readonly blocks: number; readonly percentiles: readonly [number, number, number] | null };
  }>(
    'fees',
    {
      fees: `SELECT (SELECT count(*) FROM sampled) AS blocks,
          percentile_disc(ARRAY[0.9, 0.5, 0.1]) WITHIN GROUP (ORDER BY t.fee) AS percentiles
        FROM sampled AS b JOIN transactions AS t
          ON t.sequence > b.first_sequence AND t.sequence < b.first_sequence + b.transaction_count`,
    },
    `WITH sampled AS MATERIALIZED (
      SELECT first_sequence, transaction_count FROM blocks
      WHERE transaction_count > 1 AND height > GREATEST(${TIP_HEIGHT} - ${EXPLORER_LIMITS.feeDepth}, 0)
      ORDER BY height DESC LIMIT ${EXPLORER_LIMITS.feeBlocks}
    )`,
  ),
} as const;
