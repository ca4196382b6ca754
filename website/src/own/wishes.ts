import type { BlockId, TransactionId, Address } from '@cairn/protocol';
import { ApiError, type ExplorerClient } from '@cairn/api/explorer';
import type { ChainFeed } from '../live/chain-feed.ts';
import { failureOf } from '../lib/failure.ts';

/** Notifications that the user asked for. */
export type Wish =
  /** The next block above the one that is newest now. */
  | { readonly kind: 'block' }
  /** A transaction with this many confirmations; it may still wait for its block. */
  | { readonly kind: 'depth'; readonly id: TransactionId; readonly depth: number }
  /** Each change of an address's balance or nonce. */
  | { readonly kind: 'moves'; readonly address: Address };

/** A notification to show. */
export type News =
  | { readonly kind: 'block'; readonly height: number; readonly id: BlockId }
  | {
      readonly kind: 'depth';
      readonly id: TransactionId;
      readonly confirmations: number;
      readonly height: number;
    }
  /** The transaction was in a block and is in none any more. */
  | { readonly kind: 'left'; readonly id: TransactionId }
  /** `change` in pebbles; `sent` counts transactions. */
  | { readonly kind: 'moves'; readonly address: Address; readonly change: bigint; readonly sent: number };

export interface WishOptions {
  readonly explorer: Pick<ExplorerClient, 'getTransaction' | 'getAddress'>;
  readonly feed: Pick<ChainFeed, 'current' | 'subscribe' | 'hold'>;
  /** `isLast` where the wish is fulfilled with it. */
  readonly tell: (news: News, isLast: boolean) => void;
}

/** Result of one check of the chain; `isLast` ends the notification. */
type Look = (signal: AbortSignal) => Promise<{ news: News; isLast: boolean } | undefined>;

/**
 * Looks at each new tip whether a wish is fulfilled, from the events that are open anyway, also while the page is hidden.
 * A question that fails is asked again with the next status.
 * @returns a function that gives the wish up
 */
export function makeWish(wish: Wish, { explorer, feed, tell }: WishOptions): () => void {
  const look = lookFor(wish, { explorer, feed });
  const release = feed.hold();
  const abort = new AbortController();
  let looked: string | undefined;
  let isBusy = false;
  const end = () => {
    abort.abort();
    unsubscribe();
    release();
  };
  const update = async () => {
    const tip = feed.current().status?.tip_id;
    if (isBusy || tip === undefined || tip === looked || abort.signal.aborted) return;
    isBusy = true;
    try {
      const found = await look(abort.signal);
      looked = tip;
      if (found !== undefined && !abort.signal.aborted) {
        if (found.isLast) end();
        tell(found.news, found.isLast);
      }
    } catch (error) {
      if (!abort.signal.aborted) failureOf(error); // a fault of this program reaches the console
    } finally {
      isBusy = false;
    }
    if (feed.current().status?.tip_id !== tip) void update();
  };
  const unsubscribe = feed.subscribe(() => void update());
  void update();
  return end;
}

function lookFor(wish: Wish, { explorer, feed }: Pick<WishOptions, 'explorer' | 'feed'>): Look {
  if (wish.kind === 'block') return lookForBlock(feed);
  return wish.kind === 'depth' ? lookForDepth(wish, explorer) : lookForMoves(wish.address, explorer);
}

function lookForBlock(feed: WishOptions['feed']): Look {
  let height: number | undefined;
  return async () => {
    const { status } = feed.current();
    if (status?.tip_id === undefined) return undefined;
    height ??= status.height;
    if (status.height <= height) return undefined;
    return { news: { kind: 'block', height: status.height, id: status.tip_id }, isLast: true };
  };
}

function lookForDepth(
  { id, depth }: Extract<Wish, { kind: 'depth' }>,
  explorer: WishOptions['explorer'],
): Look {
  let wasFound = false;
  return async (signal) => {
    try {
      const { confirmations, block_height: height } = await explorer.getTransaction({ txid: id }, { signal });
      wasFound = true;
      if (confirmations < depth) return undefined;
      return { news: { kind: 'depth', id, confirmations, height }, isLast: true };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'transaction_not_found') throw error;
      return wasFound ? { news: { kind: 'left', id }, isLast: true } : undefined;
    }
  };
}

function lookForMoves(address: Address, explorer: WishOptions['explorer']): Look {
  let last: { balance: bigint; nonce: number } | undefined;
  return async (signal) => {
    const state = await explorer.getAddress({ address }, { signal });
    const [before, now] = [last, { balance: BigInt(state.balance), nonce: state.nonce }];
    last = now;
    if (before === undefined) return undefined;
    const change = now.balance - before.balance;
    const sent = Math.max(0, now.nonce - before.nonce);
    if (change === 0n && sent === 0) return undefined;
    return { news: { kind: 'moves', address, change, sent }, isLast: false };
  };
}
