import { type BlockId, blockIdFromBytes, hexToBytes } from '@cairn/protocol';
import type { ChainTip } from '../../chain/chain-reader.ts';
import { ProjectionError } from '../projection-store.ts';

/** Running totals of the projected blocks; sums in pebbles. */
export interface RunningTotals {
  height: number;
  /** 64 lowercase hex characters; empty before the first block. */
  blockId: BlockId | '';
  transactions: number;
  addresses: number;
  fees: bigint;
  transferred: bigint;
  rewards: bigint;
}

/** The only row of the table `state`, in SQLite or PostgreSQL. */
export interface StateRow {
  readonly height: number;
  /** 32 bytes; empty before the first block. */
  readonly block_id: Uint8Array;
  readonly transactions: number;
  readonly addresses: number;
  readonly fees: string;
  readonly transferred: string;
  readonly rewards: string;
}

export function totalsOf(row: StateRow): RunningTotals {
  return {
    height: row.height,
    blockId: blockIdFromBytes(row.block_id),
    transactions: row.transactions,
    addresses: row.addresses,
    fees: BigInt(row.fees),
    transferred: BigInt(row.transferred),
    rewards: BigInt(row.rewards),
  };
}

/** Values for the row of the table `state`, in the order of its columns from `height` to `rewards`. */
export function stateValues(totals: RunningTotals): (number | string | Uint8Array)[] {
  const { height, blockId, transactions, addresses, fees, transferred, rewards } = totals;
  const sums = [fees, transferred, rewards].map(String);
  return [height, hexToBytes(blockId), transactions, addresses, ...sums];
}

/** The newest block; `undefined` before the first. */
export function tipOf({ height, blockId }: RunningTotals): ChainTip | undefined {
  return blockId === '' ? undefined : { height, id: blockId };
}

/**
 * Sets height and ID to those of the next block.
 * @throws ProjectionError `damaged` if its height is not the newest block's plus 1
 */
export function beginBlock(totals: RunningTotals, { height, id }: ChainTip): void {
  if (height !== totals.height + 1) {
    throw new ProjectionError('damaged', `block ${height} does not follow ${totals.height}`);
  }
  totals.height = height;
  totals.blockId = id;
}
