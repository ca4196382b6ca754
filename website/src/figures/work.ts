import type { BlockSummary } from '@cairn/api/explorer';
import { decodeBits, parseBits, parsePebbles, ProtocolError } from '@cairn/protocol';

/**
 * Average number of hashes that a block with this target takes: 2^256 / (target + 1).
 * @param bits the compact target as in the API: eight hex characters
 * @returns `undefined` for an invalid target: a wrong answer of the API must not break the page that shows it
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
 * Estimated hashes per second: the work of all blocks but the first, divided by the time between the first and the
 * last.
 * @param blocks oldest first
 * @returns `undefined` for fewer than two blocks, no time between them, or an invalid target
 */
export function hashRate(blocks: readonly BlockSummary[]): number | undefined {
  const seconds = (blocks.at(-1)?.timestamp ?? 0) - (blocks[0]?.timestamp ?? 0);
  if (blocks.length < 2 || seconds <= 0) return undefined;
  const hashes = blocks.slice(1).map(({ bits }) => expectedHashes(bits));
  const known = hashes.filter((one) => one !== undefined);
  if (known.length < hashes.length) return undefined;
  return Number(known.reduce((sum, one) => sum + one, 0n)) / seconds;
}

/** Mean seconds between two successive blocks. @param blocks oldest first @returns `undefined` for fewer than two */
export function meanInterval(blocks: readonly BlockSummary[]): number | undefined {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined || blocks.length < 2) return undefined;
  return (last.timestamp - first.timestamp) / (blocks.length - 1);
}

/**
 * Transfers per second: those of all blocks but the first, divided by the time between the first and the last.
 * @param blocks oldest first
 * @returns `undefined` for fewer than two blocks, or no time between them
 */
export function transactionRate(blocks: readonly BlockSummary[]): number | undefined {
  const seconds = (blocks.at(-1)?.timestamp ?? 0) - (blocks[0]?.timestamp ?? 0);
  if (blocks.length < 2 || seconds <= 0) return undefined;
  const transfers = blocks.slice(1).reduce((sum, block) => sum + block.transaction_count - 1, 0);
  return transfers / seconds;
}

/** Blocks without the genesis block, whose timestamp is fixed by the rules. */
export const mined = (blocks: readonly BlockSummary[]): readonly BlockSummary[] =>
  blocks.filter(({ height }) => height > 0);

/**
 * Mean fee of a transfer in pebbles, rounded down, without the genesis block's; `undefined` if there are no transfers.
 */
export function meanFee(blocks: readonly BlockSummary[]): bigint | undefined {
  const transfers = mined(blocks).reduce((sum, block) => sum + block.transaction_count - 1, 0);
  const fees = mined(blocks).reduce((sum, block) => sum + parsePebbles(block.total_fees), 0n);
  return transfers <= 0 ? undefined : fees / BigInt(transfers);
}
