import type { ExplorerContext } from '../context.ts';
import { serializeBlock } from '../serializers.ts';
import { eventFrame } from './event-frame.ts';
import { eventId } from './resume-point.ts';

/** `tip` events of canonical blocks, each serialized once a tip for all streams. */
export class TipFrames {
  readonly #context: Pick<ExplorerContext, 'chain' | 'network'>;
  /** By height; good for one tip, since every summary counts its confirmations. */
  readonly #frames = new Map<number, Buffer>();
  #tip = '';

  constructor(context: Pick<ExplorerContext, 'chain' | 'network'>) {
    this.#context = context;
  }

  /** @throws Error for a height without a block */
  at(height: number): Buffer {
    const tip = this.#context.chain.tip();
    if (tip?.id !== this.#tip) {
      this.#frames.clear();
      this.#tip = tip?.id ?? '';
    }
    const frame = this.#frames.get(height) ?? this.#make(height, tip?.height ?? -1);
    this.#frames.set(height, frame);
    return frame;
  }

  #make(height: number, tipHeight: number): Buffer {
    const block = this.#context.chain.blockSummary(height);
    if (block === undefined) throw new Error(`no summary of the canonical block at height ${height}`);
    const data = { network: this.#context.network.name, ...serializeBlock(block, tipHeight) };
    return eventFrame('tip', data, eventId(block));
  }
}
