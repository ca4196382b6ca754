import type { BlockId, TransactionId, Address } from '@cairn/protocol';
import { ApiError, type ExplorerClient } from '@cairn/api/explorer';
import type { ChainFeed } from '../../site/chain-feed.ts';
import { failureOf } from '../../site/failure.ts';

/** A notification that the user asked for. */
export type Alert =
  /** The next block above the current tip. */
  | { readonly kind: 'block' }
  /** The transaction reaches this many confirmations; it need not be in a block yet. */
  | { readonly kind: 'depth'; readonly id: TransactionId; readonly depth: number }
  /** Each change of the address's balance or nonce. */
  | { readonly kind: 'moves'; readonly address: Address };

/** The event that a notification reports. */
export type AlertEvent =
  | { readonly kind: 'block'; readonly height: number; readonly id: BlockId }
  | {
      readonly kind: 'depth';
      readonly id: TransactionId;
      readonly confirmations: number;
      readonly height: number;
    }
  /** The transaction was in a block and no longer is. */
  | { readonly kind: 'left'; readonly id: TransactionId }
  /** `change` in pebbles; `sent` counts transactions. */
  | { readonly kind: 'moves'; readonly address: Address; readonly change: bigint; readonly sent: number };

interface AlertOptions {
  readonly explorer: Pick<ExplorerClient, 'getTransaction' | 'getAddress'>;
  readonly feed: Pick<ChainFeed, 'current' | 'subscribe' | 'hold'>;
  /** @param isLast true if the alert ends with this event */
  readonly onEvent: (event: AlertEvent, isLast: boolean) => void;
}

/** Checks the chain once. @returns the event to report, if any */
type Check = (signal: AbortSignal) => Promise<{ event: AlertEvent; isLast: boolean } | undefined>;

/**
 * Checks an alert at each new tip of the page's chain feed, which it keeps connected while the page is hidden. A
 * request that fails is repeated with the next status.
 * @returns a function that ends the alert
 */
export function startAlert(alert: Alert, { explorer, feed, onEvent }: AlertOptions): () => void {
  const check = checkOf(alert, { explorer, feed });
  const release = feed.hold();
  const abort = new AbortController();
  let checkedTip: string | undefined;
  let isBusy = false;
  const end = () => {
    abort.abort();
    unsubscribe();
    release();
  };
  const update = async () => {
    const tip = feed.current().status?.tip_id;
    if (isBusy || tip === undefined || tip === checkedTip || abort.signal.aborted) return;
    isBusy = true;
    try {
      const found = await check(abort.signal);
      checkedTip = tip;
      if (found !== undefined && !abort.signal.aborted) {
        if (found.isLast) end();
        onEvent(found.event, found.isLast);
      }
    } catch (error) {
      if (!abort.signal.aborted) failureOf(error); // rethrows a bug, so that it reaches the console
    } finally {
      isBusy = false;
    }
    if (feed.current().status?.tip_id !== tip) void update();
  };
  const unsubscribe = feed.subscribe(() => void update());
  void update();
  return end;
}

function checkOf(alert: Alert, { explorer, feed }: Pick<AlertOptions, 'explorer' | 'feed'>): Check {
  if (alert.kind === 'block') return nextBlockCheck(feed);
  return alert.kind === 'depth' ? confirmationsCheck(alert, explorer) : addressCheck(alert.address, explorer);
}

function nextBlockCheck(feed: AlertOptions['feed']): Check {
  let height: number | undefined;
  return async () => {
    const { status } = feed.current();
    if (status?.tip_id === undefined) return undefined;
    height ??= status.height;
    if (status.height <= height) return undefined;
    return { event: { kind: 'block', height: status.height, id: status.tip_id }, isLast: true };
  };
}

function confirmationsCheck(
  { id, depth }: Extract<Alert, { kind: 'depth' }>,
  explorer: AlertOptions['explorer'],
): Check {
  let wasFound = false;
  return async (signal) => {
    try {
      const { confirmations, block_height: height } = await explorer.getTransaction({ txid: id }, { signal });
      wasFound = true;
      if (confirmations < depth) return undefined;
      return { event: { kind: 'depth', id, confirmations, height }, isLast: true };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'transaction_not_found') throw error;
      return wasFound ? { event: { kind: 'left', id }, isLast: true } : undefined;
    }
  };
}

function addressCheck(address: Address, explorer: AlertOptions['explorer']): Check {
  let last: { balance: bigint; nonce: number } | undefined;
  return async (signal) => {
    const state = await explorer.getAddress({ address }, { signal });
    const [before, now] = [last, { balance: BigInt(state.balance), nonce: state.nonce }];
    last = now;
    if (before === undefined) return undefined;
    const change = now.balance - before.balance;
    const sent = Math.max(0, now.nonce - before.nonce);
    if (change === 0n && sent === 0) return undefined;
    return { event: { kind: 'moves', address, change, sent }, isLast: false };
  };
}
