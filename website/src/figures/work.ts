import type { BlockSummary } from '@cairn/api/explorer';
import { decodeBits, parseBits, parsePebbles, ProtocolError } from '@cairn/protocol';

/**
 * Hashes that a block of these bits takes on average: 2^256 / (target + 1).
 * @param bits eight hex characters, as both interfaces give them
 * @returns `undefined` where they are no target: an API may say anything, and the page must stand to show it red
 */
export function expectedHashes(bits: string): bigint | undefined {
  try {
    return (1n << 256n) / (decodeBits(parseBits(bits)) + 1n);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/**
 * Hashes a second that these blocks took, as far as their timestamps tell: the work of all but the first, over the time
 * between the first and the last.
 * @param blocks oldest first
 * @returns `undefined` for fewer than two blocks, no time between them, or bits that are no target
 */
export function hashRate(blocks: readonly BlockSummary[]): number | undefined {
  const seconds = (blocks.at(-1)?.timestamp ?? 0) - (blocks[0]?.timestamp ?? 0);
  if (blocks.length < 2 || seconds <= 0) return undefined;
  const hashes = blocks.slice(1).map(({ bits }) => expectedHashes(bits));
  const known = hashes.filter((one) => one !== undefined);
  if (known.length < hashes.length) return undefined;
  return Number(known.reduce((sum, one) => sum + one, 0n)) / seconds;
}

/** Seconds between two blocks on average. @param blocks oldest first @returns `undefined` for fewer than two */
export function meanInterval(blocks: readonly BlockSummary[]): number | undefined {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined || blocks.length < 2) return undefined;
  return (last.timestamp - first.timestamp) / (blocks.length - 1);
}

/** Transactions a second beside coinbases, over the same time. @param blocks oldest first */
export function transactionRate(blocks: readonly BlockSummary[]): number | undefined {
  const seconds = (blocks.at(-1)?.timestamp ?? 0) - (blocks[0]?.timestamp ?? 0);
  if (blocks.length < 2 || seconds <= 0) return undefined;
  const transfers = blocks.slice(1).reduce((sum, block) => sum + block.transaction_count - 1, 0);
  return transfers / seconds;
}

/** Blocks that were mined: their times tell of a pace. */
export const mined = (blocks: readonly BlockSummary[]): readonly BlockSummary[] =>
  blocks.filter(({ height }) => height > 0);

/** Pebbles a transaction, rounded down; `undefined` where no transaction paid one. */
export function meanFee(blocks: readonly BlockSummary[]): bigint | undefined {
  const transfers = blocks.reduce((sum, block) => sum + block.transaction_count - 1, 0);
  const fees = blocks.reduce((sum, block) => sum + parsePebbles(block.total_fees), 0n);
  return transfers <= 0 ? undefined : fees / BigInt(transfers);
}
