import type { BlockId } from '../identifiers.ts';
import { isValidAddress } from '../address.ts';
import { blockIdBytes, type BlockHeader } from '../block-header.ts';
import { bytesToHex } from '../bytes.ts';
import { formatBits, meetsTarget } from '../difficulty.ts';
import type { Network } from '../networks.ts';
import { ConsensusError } from './consensus-error.ts';

/** The only block format version. */
export const BLOCK_VERSION = 1;
/** Number of preceding blocks whose median timestamp a new block must exceed. */
export const MEDIAN_TIME_SPAN = 11;
/** Seconds that a new block's timestamp may lie ahead of the local clock. */
export const MAX_FUTURE_SECONDS = 7_200;

/**
 * The median of the timestamps; for an even number, the greater of the middle two.
 * @param timestamps at least one, in any order; for the timestamp rule, those of the last 11 blocks
 * @throws RangeError for an empty list: it has no median
 */
export function medianTime(timestamps: readonly number[]): number {
  if (timestamps.length === 0) throw new RangeError('no timestamps to take the median of');
  const sorted = [...timestamps].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** The chain state that a header is validated against. */
export interface HeaderContext {
  readonly network: Network;
  readonly parent: { readonly id: BlockId; readonly height: number };
  /** Timestamps of the last 11 blocks, the parent's included; all of them on a shorter chain. */
  readonly lastTimestamps: readonly number[];
  /** The bits that the header must have, from `expectedBits`. */
  readonly bits: number;
  /** Unix seconds of the local clock, for a block that is received for the first time; absent if it is checked again. */
  readonly now?: number;
}

/**
 * Checks a header by rules 1–4 of PROTOCOL.md section 5, except for the Merkle root (`checkMerkleRoot`).
 * @param headerBytes the 118 bytes that `header` was decoded from
 * @param id the block ID, 32 bytes, if the caller has it: hashing takes most of the time here
 * @throws ConsensusError
 */
export function checkHeader(
  header: BlockHeader,
  headerBytes: Uint8Array,
  context: HeaderContext,
  id = blockIdBytes(headerBytes),
): void {
  const { network, parent } = context;
  if (header.version !== BLOCK_VERSION) {
    throw new ConsensusError('bad_version', `version ${header.version}`, { version: header.version });
  }
  if (header.height !== parent.height + 1) {
    throw new ConsensusError('bad_height', `height ${header.height} does not follow ${parent.height}`, {
      height: header.height,
    });
  }
  if (header.previousBlockId !== parent.id) {
    throw new ConsensusError('bad_previous_block', `does not extend ${parent.id}`, {
      previousBlockId: header.previousBlockId,
    });
  }
  checkTimestamp(header.timestamp, context);
  if (!isValidAddress(header.miner, network)) {
    throw new ConsensusError('bad_miner', `the miner is not an address of ${network.name}`, {
      miner: header.miner,
    });
  }
  if (header.bits !== context.bits) {
    throw new ConsensusError(
      'bad_bits',
      `bits ${formatBits(header.bits)} instead of ${formatBits(context.bits)}`,
    );
  }
  if (!meetsTarget(id, header.bits)) {
    throw new ConsensusError('insufficient_work', 'the block ID does not meet the target');
  }
}

function checkTimestamp(timestamp: number, { lastTimestamps, now }: HeaderContext): void {
  const median = medianTime(lastTimestamps);
  if (timestamp <= median) {
    throw new ConsensusError('timestamp_too_old', `timestamp ${timestamp} is not after the median ${median}`);
  }
  if (now !== undefined && timestamp > now + MAX_FUTURE_SECONDS) {
    throw new ConsensusError('timestamp_too_new', `timestamp ${timestamp} is too far ahead of the clock`);
  }
}

/**
 * Checks the Merkle root.
 * @param root Merkle root of the transaction IDs, 32 bytes
 * @throws ConsensusError `bad_merkle_root`
 */
export function checkMerkleRoot(header: BlockHeader, root: Uint8Array): void {
  if (bytesToHex(root) !== header.merkleRoot) {
    throw new ConsensusError('bad_merkle_root', 'the Merkle root does not match the transactions');
  }
}
