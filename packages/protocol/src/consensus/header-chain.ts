import { type BlockId, blockIdFromBytes } from '../identifiers.ts';
import { expectedBits } from '../asert.ts';
import { blockId, blockIdBytes, decodeBlockHeader, HEADER_SIZE, type BlockHeader } from '../block-header.ts';
import { ProtocolError } from '../errors.ts';
import { genesisHeader } from '../genesis.ts';
import { blockWork, formatWork } from '../difficulty.ts';
import type { Network } from '../networks.ts';
import { checkHeader, MEDIAN_TIME_SPAN } from './header-rules.ts';

/** A block of a header chain, with everything that checking its child needs: a chain can continue from it. */
export interface HeaderCheckpoint {
  readonly height: number;
  readonly id: BlockId;
  /**
   * Unix seconds of the last 11 blocks up to this one, oldest first; all of them on a shorter chain. At least this block's:
   * if some are missing, the median rule is checked only once 11 are known.
   */
  readonly timestamps: readonly number[];
  /** Unix seconds of block 1. If absent, testnet's difficulty rule is not checked. */
  readonly anchorTimestamp?: number | undefined;
  /** Sum of the work of the blocks up to this one, lowercase hex; if absent, work is counted from here on. */
  readonly work?: string | undefined;
}

/** Replaces the last timestamps while fewer than 11 are known: its median is below every timestamp. */
const UNKNOWN_TIMES: readonly number[] = [-1];

/**
 * Checks consecutive headers by rules 1 to 4 of PROTOCOL.md section 5, without the Merkle roots: links, heights, times,
 * difficulty and proof of work. From the genesis block on, this proves that the headers form a chain of the network, but
 * not that no other chain has more work. No clock is read, so timestamps in the future are accepted.
 *
 * @example
 * const chain = HeaderChain.fromGenesis(network);
 * for (let height = 1; height < count; height += 1) chain.add(bytes.subarray(height * HEADER_SIZE));
 */
export class HeaderChain {
  readonly network: Network;
  #tip: Pick<HeaderCheckpoint, 'height' | 'id'>;
  #timestamps: number[];
  #anchorTimestamp: number | undefined;
  #work: bigint;

  constructor(network: Network, start: HeaderCheckpoint) {
    this.network = network;
    this.#tip = start;
    this.#timestamps = [...start.timestamps];
    this.#anchorTimestamp = start.anchorTimestamp;
    this.#work = BigInt(`0x${start.work ?? '0'}`);
  }

  /** A chain that consists of the genesis block. */
  static fromGenesis(network: Network): HeaderChain {
    const bytes = genesisHeader(network);
    const { timestamp, bits } = decodeBlockHeader(bytes);
    const work = formatWork(blockWork(bits));
    return new HeaderChain(network, { height: 0, id: blockId(bytes), timestamps: [timestamp], work });
  }

  get height(): number {
    return this.#tip.height;
  }

  /** ID of the last block. */
  get id(): BlockId {
    return this.#tip.id;
  }

  /** Sum of the work of all blocks, the genesis block's included, if the chain began there or at a checkpoint with its work. */
  get work(): bigint {
    return this.#work;
  }

  /** The last block, from which another `HeaderChain` can continue. */
  get checkpoint(): HeaderCheckpoint {
    const { height, id } = this.#tip;
    const timestamps = [...this.#timestamps];
    const anchorTimestamp = this.#anchorTimestamp;
    const work = formatWork(this.#work);
    return { height, id, timestamps, work, ...(anchorTimestamp === undefined ? {} : { anchorTimestamp }) };
  }

  /**
   * Checks the next header and appends it.
   * @param bytes at least 118; later bytes are ignored
   * @returns the header and its ID
   * @throws ProtocolError, ConsensusError; the chain is unchanged
   */
  add(bytes: Uint8Array): { header: BlockHeader; id: BlockId } {
    const headerBytes = bytes.subarray(0, HEADER_SIZE);
    const header = decodeBlockHeader(headerBytes);
    const parent = this.#tip;
    const knowsTimes = this.#timestamps.length >= Math.min(MEDIAN_TIME_SPAN, parent.height + 1);
    const lastTimestamps = knowsTimes ? this.#timestamps : UNKNOWN_TIMES;
    const bits = this.#expectedBits(header);
    const idBytes = blockIdBytes(headerBytes);
    checkHeader(header, headerBytes, { network: this.network, parent, lastTimestamps, bits }, idBytes);
    const id = blockIdFromBytes(idBytes);
    this.#tip = { height: header.height, id };
    if (header.height === 1) this.#anchorTimestamp = header.timestamp;
    this.#work += blockWork(header.bits);
    this.#timestamps.push(header.timestamp);
    if (this.#timestamps.length > MEDIAN_TIME_SPAN) this.#timestamps.shift();
    return { header, id };
  }

  #expectedBits(next: BlockHeader): number {
    const { height } = this.#tip;
    const timestamp = this.#timestamps.at(-1);
    if (timestamp === undefined)
      throw new ProtocolError('invalid_block_header', 'no timestamp to continue from');
    const unknown = this.network.retarget === 'asert' && height > 1 && this.#anchorTimestamp === undefined;
    return unknown ? next.bits : expectedBits(this.network, { height, timestamp }, this.#anchorTimestamp);
  }
}
