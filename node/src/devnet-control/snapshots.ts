import { type BlockId, decodeBlockHeader } from '@cairn/protocol';
import type { ChainReader, ChainTip } from '../chain/chain-reader.ts';
import type { ClockState } from '../chain/devnet-clock.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import type { MiningSettings } from './mining-switch.ts';

/** A state of the devnet that can be restored. */
export interface Snapshot {
  readonly id: string;
  readonly tip: ChainTip;
  readonly pending: readonly PendingTransaction[];
  readonly clock: ClockState;
  readonly mining: MiningSettings;
}

/** The snapshots of a devnet, with the disconnected blocks needed to return to them after the chain was rewound. */
export class Snapshots {
  readonly #chain: Pick<ChainReader, 'heightOfBlock'>;
  #snapshots: Snapshot[] = [];
  #nextId = 1;
  /** Bytes of the blocks that a snapshot needs and that were disconnected, even if they are connected again; by ID. */
  readonly #blocks = new Map<BlockId, Uint8Array>();
  /** IDs of the snapshots' tips, and of the parents of the blocks in `#blocks`. */
  readonly #needed = new Set<BlockId>();
  readonly #unsubscribe: () => void;

  constructor(chain: Pick<ChainReader, 'heightOfBlock' | 'subscribe'>) {
    this.#chain = chain;
    this.#unsubscribe = chain.subscribe(({ type, block, raw }) => {
      if (type === 'disconnected' && this.#needed.has(block.id)) this.#keep(block.id, raw);
    });
  }

  /** Oldest first. */
  list(): readonly Snapshot[] {
    return this.#snapshots;
  }

  get(id: string): Snapshot | undefined {
    return this.#snapshots.find((snapshot) => snapshot.id === id);
  }

  add(state: Omit<Snapshot, 'id'>): Snapshot {
    const snapshot = { id: `${this.#nextId++}`, ...state };
    this.#snapshots.push(snapshot);
    this.#needed.add(snapshot.tip.id);
    return snapshot;
  }

  /** Removes the snapshots taken after this one, and the blocks that only they need. */
  removeAfter(snapshot: Snapshot): void {
    this.#snapshots = this.#snapshots.slice(0, this.#snapshots.indexOf(snapshot) + 1);
    const kept = new Map(this.#blocks);
    this.#blocks.clear();
    this.#needed.clear();
    for (const { tip } of this.#snapshots) {
      this.#needed.add(tip.id);
      for (let at = tip.id, raw = kept.get(at); raw !== undefined; raw = kept.get(at)) {
        this.#keep(at, raw);
        at = parentOf(raw);
      }
    }
  }

  /**
   * The path from the canonical chain to a snapshot's tip.
   * @returns height of the last block that both have in common, and the snapshot's blocks above it, lowest first
   */
  pathTo({ tip }: Snapshot): { readonly commonHeight: number; readonly blocks: readonly Uint8Array[] } {
    const blocks: Uint8Array[] = [];
    for (let at = tip.id; ;) {
      const commonHeight = this.#chain.heightOfBlock(at);
      if (commonHeight !== undefined) return { commonHeight, blocks: blocks.toReversed() };
      const raw = this.#blocks.get(at);
      if (raw === undefined) throw new Error(`block ${at} of a snapshot is lost`);
      blocks.push(raw);
      at = parentOf(raw);
    }
  }

  close(): void {
    this.#unsubscribe();
  }

  #keep(id: BlockId, raw: Uint8Array): void {
    this.#blocks.set(id, raw);
    this.#needed.add(parentOf(raw));
  }
}

function parentOf(raw: Uint8Array): BlockId {
  return decodeBlockHeader(raw).previousBlockId;
}
