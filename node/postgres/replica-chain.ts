import type { ChainEvent, ChainReader, ChainTip, StoredBlockSummary } from '../src/chain/chain-reader.ts';
import { ProjectionError } from '../src/projection/index.ts';
import type { HeadFollower } from './head-follower.ts';

/** The tip as the newest head shows it, and the newest blocks, which the event stream reports. */
export class ReplicaChain implements Pick<ChainReader, 'tip' | 'blockSummary' | 'subscribe'> {
  readonly #follower: () => HeadFollower;
  readonly #listeners = new Set<(event: ChainEvent) => void>();

  constructor(follower: () => HeadFollower) {
    this.#follower = follower;
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

  /** Reports a new tip. The event has no bytes; the event stream needs none. */
  reportTip(): void {
    const tip = this.#follower().lastHead()?.tip;
    const block = tip && this.blockSummary(tip.height);
    if (block === undefined) return;
    for (const listener of this.#listeners) listener({ type: 'connected', block, raw: new Uint8Array() });
  }
}
