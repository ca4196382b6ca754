import type { Chain } from '../chain/chain.ts';
import type { BlockId } from '@cairn/protocol';
import type { StaleBlock, TipChange } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';

/**
 * The chain as the Explorer API of a devnet shows it, index included: the chain itself, or for a while what it was when the API fell
 * behind (`Weather`).
 */
export class ServedChain {
  readonly #chain: Chain;
  readonly #listeners = new Set<(change: TipChange) => void>();
  #held: (ChainView & Disposable) | undefined;

  constructor(chain: Chain) {
    this.#chain = chain;
    chain.subscribe((change) => {
      if (this.#held === undefined) this.#notify(change);
    });
  }

  get network() {
    return this.#chain.network;
  }

  get view(): ChainView {
    return this.#held ?? this.#chain.view;
  }

  get branchesVersion(): number {
    return this.#chain.branchesVersion;
  }

  staleBlocks(limit: number): StaleBlock[] {
    const stale = this.#chain.staleBlocks(limit);
    return stale.filter(({ id }) => this.view.heightOfBlock(id) === undefined);
  }

  /** The change from a former tip to the current one; `undefined` while it stands still, and for an unknown block. */
  reorganizationFrom(id: BlockId): TipChange | undefined {
    return this.#held === undefined ? this.#chain.reorganizationFrom(id) : undefined;
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: (change: TipChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Lets it stand still until `release`. */
  hold(): void {
    this.#held ??= this.#chain.view.hold();
  }

  /** Catches up with the chain, which listeners hear of as one change. */
  release(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    held[Symbol.dispose]();
    const { tip: oldTip } = held;
    const newTip = this.#chain.tip();
    // A block that was reverted by hand is forgotten: the change from it is not known then.
    const unknown = { oldTip, newTip, commonHeight: 0, disconnected: [], connected: [] };
    if (newTip.id !== oldTip.id) this.#notify(this.#chain.reorganizationFrom(oldTip.id) ?? unknown);
  }

  #notify(change: TipChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
