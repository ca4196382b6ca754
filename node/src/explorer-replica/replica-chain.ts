import type { Network } from '@cairn/protocol';
import type { ChainEvent, ChainReader, ChainTip, StoredBlockSummary } from '../chain/chain-reader.ts';
import { ProjectionError } from '../projection/index.ts';
import type { BlockSliceReader } from './block-slice-reader.ts';
import type { HeadFollower } from './head-follower.ts';

/**
 * The chain as the newest head shows it: tip and the blocks below it that the event stream tells of. Every other question
 * is answered from a moment of its own (moments.ts).
 */
export class ReplicaChain implements ChainReader {
  readonly network: Network;
  readonly #follower: () => HeadFollower;
  readonly #slices: BlockSliceReader;
  readonly #listeners = new Set<(event: ChainEvent) => void>();

  constructor(network: Network, follower: () => HeadFollower, slices: BlockSliceReader) {
    this.network = network;
    this.#follower = follower;
    this.#slices = slices;
  }

  /** @throws ProjectionError while the database is away */
  tip(): ChainTip | undefined {
    const head = this.#follower().head();
    if (head === undefined) throw new ProjectionError('storage_failed', 'the database is away');
    return head.tip;
  }

  blockSummary(height: number): StoredBlockSummary | undefined {
    return this.#follower().block(height);
  }

  subscribe(listener: (event: ChainEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells of a new tip. Nobody here asks an event for the block's bytes. */
  tellTip(): void {
    const tip = this.#follower().lastHead()?.tip;
    const block = tip && this.blockSummary(tip.height);
    if (block === undefined) return;
    for (const listener of this.#listeners) listener({ type: 'connected', block, raw: new Uint8Array() });
  }

  readBlockSlice(
    block: ChainTip,
    slice: { offset: number; length: number },
  ): Promise<Uint8Array | undefined> {
    return this.#slices.readBlockSlice(block, slice);
  }

  blockDamage(height: number, offset: number): Error {
    return this.#slices.blockDamage(height, offset);
  }

  heightOfBlock(): never {
    return needsMoment();
  }

  readRawBlock(): never {
    return needsMoment();
  }

  readTransactions(): never {
    return needsMoment();
  }

  locateTransaction(): never {
    return needsMoment();
  }

  findTransaction(): never {
    return needsMoment();
  }

  account(): never {
    return needsMoment();
  }

  accountHistory(): never {
    return needsMoment();
  }
}

function needsMoment(): never {
  throw new Error('this is answered from a moment of the database');
}
