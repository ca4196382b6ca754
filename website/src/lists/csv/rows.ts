import type { BlockSummary, ExplorerTransaction } from '@cairn/api/explorer';
import { COINBASE_SENDER, formatCoins, parsePebbles } from '@cairn/protocol';

/** Column names stay English: they are for programs as much as for people. */
export const BLOCK_HEADER = [
  'height',
  'id',
  'time_utc',
  'miner',
  'transactions',
  'size_bytes',
  'fees_crn',
  'fees_pebbles',
  'reward_crn',
  'reward_pebbles',
  'bits',
  'nonce',
  'version',
  'previous_id',
] as const;

export const TRANSACTION_HEADER = [
  'id',
  'time_utc',
  'block_height',
  'block_id',
  'position',
  'coinbase',
  'direction',
  'from',
  'to',
  'amount_crn',
  'amount_pebbles',
  'fee_crn',
  'fee_pebbles',
  'nonce',
] as const;

/** A block's fields in the order of `BLOCK_HEADER`. Amounts are exact. */
export function blockFields(block: BlockSummary): (string | number)[] {
  return [
    block.height,
    block.id,
    utc(block.timestamp),
    block.miner,
    block.transaction_count,
    block.size_bytes,
    coins(block.total_fees),
    block.total_fees,
    coins(block.reward),
    block.reward,
    block.bits,
    block.nonce,
    block.version,
    block.prev_block_hash,
  ];
}

/** A transaction's fields in the order of `TRANSACTION_HEADER`; new coins have no sender. Amounts are exact. */
export function transactionFields(transaction: ExplorerTransaction): (string | number)[] {
  const coinbase = transaction.from_address === COINBASE_SENDER;
  return [
    transaction.id,
    utc(transaction.block_timestamp),
    transaction.block_height,
    transaction.block_id,
    transaction.transaction_index,
    coinbase ? 'yes' : 'no',
    transaction.direction ?? '',
    coinbase ? '' : transaction.from_address,
    transaction.to_address,
    coins(transaction.value),
    transaction.value,
    coins(transaction.fee),
    transaction.fee,
    transaction.nonce,
  ];
}

const coins = (pebbles: string): string => formatCoins(parsePebbles(pebbles));

/** A time as text in UTC. @param seconds Unix time */
export const utc = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
