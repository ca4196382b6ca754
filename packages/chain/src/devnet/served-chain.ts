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
    const change = changeBetween(held, this.#chain.view);
    held[Symbol.dispose]();
    if (change.newTip.id !== held.tip.id) this.#notify(change);
  }

  #notify(change: TipChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** The change from a former view, some of whose blocks the chain may have forgotten, to its current one. */
function changeBetween(former: ChainView, current: ChainView): TipChange {
  let commonHeight = Math.min(former.tip.height, current.tip.height);
  while (former.block(commonHeight)!.id !== current.block(commonHeight)!.id) commonHeight -= 1;
  const above = (view: ChainView): BlockId[] =>
    Array.from(
      { length: view.tip.height - commonHeight },
      (_, index) => view.block(commonHeight + 1 + index)!.id,
    );
  return {
    oldTip: former.tip,
    newTip: current.tip,
    commonHeight,
    disconnected: above(former).toReversed(),
    connected: above(current),
  };
}
