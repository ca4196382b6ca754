import {
  BLOCK_VERSION,
  MAX_BLOCK_TRANSACTIONS,
  bytesToHex,
  concatBytes,
  createCoinbase,
  encodeBlockHeader,
  encodeTransaction,
  hexToBytes,
  merkleRoot,
  subsidyAt,
  transactionIdBytes,
  type BlockHeader,
} from '@cairn/protocol';
import type { Chain } from '../chain/chain.ts';
import type { PendingTransaction } from '../mempool/mempool-types.ts';
import { takeAffordable } from './affordable.ts';
import { nextTimestamp } from './block-time.ts';

/** Transfers that fit into a block beside its coinbase. */
export const MAX_BLOCK_TRANSFERS = MAX_BLOCK_TRANSACTIONS - 1;

/** A block without its proof of work. */
export interface BlockTemplate {
  /** Nonce 0. */
  readonly header: BlockHeader;
  /** The coinbase first, 213 bytes each. */
  readonly transactions: readonly Uint8Array[];
  /** Sum of the fees in pebbles. */
  readonly totalFees: bigint;
}

/**
 * Composes the next block: the coinbase of subsidy and fees, then the candidates that are affordable in their order.
 * @param candidates in the order in which the mempool selects them
 * @param miner address that gets the reward
 * @param now Unix seconds
 * @throws ClockBehindError; ChainError `not_initialized` on a chain without its genesis block
 */
export function composeBlock(
  chain: Chain,
  candidates: readonly PendingTransaction[],
  miner: string,
  now: number,
): BlockTemplate {
  const { parent, bits, lastTimestamps } = chain.nextBlockRules();
  const height = parent.height + 1;
  const transfers = takeAffordable(candidates.slice(0, MAX_BLOCK_TRANSFERS), (address) =>
    chain.account(address),
  );
  const totalFees = transfers.reduce((sum, { transaction }) => sum + transaction.fee, 0n);
  const value = subsidyAt(height) + totalFees;
  const coinbase = encodeTransaction(createCoinbase({ network: chain.network, height, value, miner }));
  const ids = [transactionIdBytes(coinbase), ...transfers.map(({ id }) => hexToBytes(id))];
  const header: BlockHeader = {
    version: BLOCK_VERSION,
    height,
    previousBlockId: parent.id,
    merkleRoot: bytesToHex(merkleRoot(ids)),
    miner,
    timestamp: nextTimestamp(lastTimestamps, now),
    bits,
    nonce: 0,
  };
  return { header, transactions: [coinbase, ...transfers.map(({ raw }) => raw)], totalFees };
}

/** The block's bytes once its nonce is found. */
export function sealBlock({ header, transactions }: BlockTemplate, nonce: number): Uint8Array {
  return concatBytes(encodeBlockHeader({ ...header, nonce }), ...transactions);
}
