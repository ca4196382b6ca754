import { type BlockId, decodeBlockHeader } from '@cairn/protocol';
import type { ChainReader, ChainTip } from '../chain/chain-reader.ts';

/**
 * Blocks that the chain left and that a snapshot still needs: a chain that was rewound or reorganized below a snapshot can
 * go back to it.
 */
export class BranchMemory {
  readonly #chain: Pick<ChainReader, 'heightOfBlock'>;
  /** Bytes of blocks that are not canonical now, or were not for a while, by ID. */
  readonly #blocks = new Map<BlockId, Uint8Array>();
  /** IDs of the snapshots' tips and of the parents of kept blocks. */
  readonly #needed = new Set<BlockId>();
  readonly #unsubscribe: () => void;

  constructor(chain: Pick<ChainReader, 'heightOfBlock' | 'subscribe'>) {
    this.#chain = chain;
    this.#unsubscribe = chain.subscribe(({ type, block, raw }) => {
      if (type === 'disconnected' && this.#needed.has(block.id)) this.#keep(block.id, raw);
    });
  }

  /** A snapshot was taken at this tip. */
  need({ id }: ChainTip): void {
    this.#needed.add(id);
  }

  /** Drops what no snapshot needs any more. @param tips of the snapshots that are left */
  retain(tips: readonly ChainTip[]): void {
    const kept = new Map(this.#blocks);
    this.#blocks.clear();
    this.#needed.clear();
    for (const { id } of tips) {
      this.#needed.add(id);
      for (let at = id, raw = kept.get(at); raw !== undefined; raw = kept.get(at)) {
        this.#keep(at, raw);
        at = parentOf(raw);
      }
    }
  }

  /**
   * The way to a tip that was needed all along.
   * @returns height of its newest canonical block, and the blocks above that one, lowest first
   */
  pathTo({ id }: ChainTip): { readonly commonHeight: number; readonly blocks: readonly Uint8Array[] } {
    const blocks: Uint8Array[] = [];
    for (let at = id; ;) {
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
