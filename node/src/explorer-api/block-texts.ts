import type { ChainReader, StoredBlockSummary } from '../chain/chain-reader.ts';
import { ascii } from './ascii-writer.ts';
import { confirmationsOf, serializeBlock } from './serializer.ts';

/** What answers say of a block, rendered but for what follows from the tip. */
export interface BlockText {
  readonly height: number;
  /** 64 lowercase hex characters. */
  readonly id: string;
  readonly transactionCount: number;
  /** Its summary up to the value of `confirmations`, which is its last field. */
  readonly head: string;
  /** What each of its transactions says of it, from the value of `block_height` to the key `transaction_index`: ASCII. */
  readonly place: Uint8Array;
}

/** Blocks that are remembered, about 1 KiB each. */
const CAPACITY = 4_096;
const CONFIRMATIONS = '0}';

/** Remembers what answers say of canonical blocks, so that most need neither the index nor a serializer. */
export class BlockTexts {
  readonly #chain: ChainReader;
  readonly #texts = new Map<number, BlockText>();
  readonly #unsubscribe: () => void;

  constructor(chain: ChainReader) {
    this.#chain = chain;
    this.#unsubscribe = chain.subscribe(({ type, block }) => {
      if (type === 'disconnected') this.#texts.delete(block.height);
    });
  }

  /** @returns `undefined` where the chain has no such block */
  at(height: number): BlockText | undefined {
    // Until the listener hears of a block that is gone, the tip is below it already.
    if (height > (this.#chain.tip()?.height ?? -1)) return undefined;
    return this.#texts.get(height) ?? this.#render(height);
  }

  close(): void {
    this.#unsubscribe();
  }

  #render(height: number): BlockText | undefined {
    const block = this.#chain.blockSummary(height);
    if (block === undefined) return undefined;
    const text = renderBlock(block);
    if (this.#texts.size >= CAPACITY) this.#texts.clear();
    this.#texts.set(height, text);
    return text;
  }
}

/** Renders what stays the same of a block while the chain grows. */
export function renderBlock(block: StoredBlockSummary): BlockText {
  const { height, id, header, transactionCount } = block;
  // As seen from the block below, where it has no confirmations.
  const place = `${height},"block_id":"${id}","block_timestamp":${header.timestamp},"transaction_index":`;
  const summary = JSON.stringify(serializeBlock(block, height - 1));
  return {
    height,
    id,
    transactionCount,
    head: summary.slice(0, -CONFIRMATIONS.length),
    place: ascii(place),
  };
}

/** The whole summary of a block (section 2.2). */
export function renderSummary({ head, height }: BlockText, tipHeight: number): string {
  return `${head}${confirmationsOf(height, tipHeight)}}`;
}
