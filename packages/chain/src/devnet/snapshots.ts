import type { DevnetSnapshot } from '@cairn/api/contract';
import type { BlockId } from '@cairn/protocol';
import type { ChainEvent, ChainTip } from '../chain/chain-types.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import type { MiningSettings } from '../miner/miner.ts';
import type { PlacedBlock } from '../storage/core-store.ts';
import type { ClockState } from './devnet-clock.ts';

/** A state of the devnet that can be restored. */
export interface Snapshot {
  readonly id: string;
  readonly tip: ChainTip;
  readonly pending: readonly PendingTransaction[];
  readonly clock: ClockState;
  readonly mining: MiningSettings;
  /** `Weather.current`. */
  readonly weather: object | undefined;
  /** Blocks of the snapshot's chain that were disconnected since, even if they are connected again, and where they stay; highest first. */
  readonly disconnected: PlacedBlock[];
  /** The highest block of the snapshot's chain that was never disconnected. */
  base: BlockId;
}

/** The snapshots of a devnet, oldest first. They know which of their blocks have left the chain. */
export class Snapshots {
  #kept: Snapshot[] = [];
  #next = 1;

  get count(): number {
    return this.#kept.length;
  }

  add(state: Omit<Snapshot, 'id' | 'disconnected' | 'base'>): Snapshot {
    const snapshot = { ...state, id: `${this.#next++}`, disconnected: [], base: state.tip.id };
    this.#kept.push(snapshot);
    return snapshot;
  }

  find(id: string): Snapshot | undefined {
    return this.#kept.find((one) => one.id === id);
  }

  /** Keeps a snapshot and those before it. */
  removeAfter(snapshot: Snapshot): void {
    this.#kept = this.#kept.slice(0, this.#kept.indexOf(snapshot) + 1);
  }

  /** Follows a change of the chain. */
  follow({ left }: ChainEvent): void {
    for (const block of left) {
      for (const snapshot of this.#kept) {
        if (snapshot.base !== block.id) continue;
        snapshot.disconnected.push(block);
        snapshot.base = block.header.previousBlockId;
      }
    }
  }

  serialize(): DevnetSnapshot[] {
    return this.#kept.map(serializeSnapshot);
  }
}

export function serializeSnapshot({ id, tip }: Snapshot): DevnetSnapshot {
  return { id, height: tip.height, tip_id: tip.id };
}
