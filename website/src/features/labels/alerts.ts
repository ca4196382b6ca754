import { ApiError, type ExplorerClient } from '@cairn/api/explorer';
import type { Address, TransactionId } from '@cairn/protocol';
import type { ChainFeed } from '../../site/chain-feed.ts';
import { failureOf } from '../../site/failure.ts';
import type { Translations } from './texts.ts';

/** A notification that the reader asked for. */
export type Alert =
  /** The next block above the current tip. */
  | { readonly kind: 'block' }
  /** The transaction reaches this many confirmations; it need not be in a block yet. */
  | { readonly kind: 'depth'; readonly id: TransactionId; readonly depth: number }
  /** Each change of the address's balance or nonce. */
  | { readonly kind: 'moves'; readonly address: Address };

/** What happened. */
export interface News {
  readonly title: string;
  readonly text: string;
  /** True if the alert ends with it. */
  readonly isLast: boolean;
}

interface AlertOptions {
  readonly explorer: Pick<ExplorerClient, 'getTransaction' | 'getAddress'>;
  readonly feed: Pick<ChainFeed, 'current' | 'subscribe' | 'hold'>;
  readonly translations: Translations;
  /** Formats an amount in the reader's unit. */
  readonly amountText: (pebbles: bigint) => string;
  /** The label of an address or ID, or its short form. */
  readonly nameOf: (reference: string) => string;
  readonly onNews: (news: News) => void;
}

/** Checks the chain once. */
type Check = (signal: AbortSignal) => Promise<News | undefined>;

/**
 * Checks an alert at each new tip of the page's chain feed, which it keeps connected while the page is hidden. A
 * request that fails is repeated with the next status.
 * @returns a function that ends the alert
 */
export function startAlert(alert: Alert, options: AlertOptions): () => void {
  const { feed, onNews } = options;
  const check = checkOf(alert, options);
  const release = feed.hold();
  const abort = new AbortController();
  const { signal } = abort;
  let checkedTip: string | undefined;
  let looking = Promise.resolve();
  const end = () => {
    abort.abort();
    unsubscribe();
    release();
  };
  const look = async () => {
    const tip = feed.current().status?.tip_id;
    if (tip === undefined || tip === checkedTip || signal.aborted) return;
    try {
      const news = await check(signal);
      checkedTip = tip;
      if (news === undefined || signal.aborted) return;
      if (news.isLast) end();
      onNews(news);
    } catch (error) {
      if (!signal.aborted) failureOf(error); // rethrows a bug, so that it reaches the console
    }
  };
  const lookAgain = () => void (looking = looking.then(look));
  const unsubscribe = feed.subscribe(lookAgain);
  lookAgain();
  return end;
}

function checkOf(alert: Alert, options: AlertOptions): Check {
  if (alert.kind === 'block') return nextBlockCheck(options);
  return alert.kind === 'depth' ? confirmationsCheck(alert, options) : addressCheck(alert.address, options);
}

function nextBlockCheck({ feed, translations: { t } }: AlertOptions): Check {
  let first: number | undefined;
  return async () => {
    const height = feed.current().status?.height ?? 0;
    first ??= height;
    return height <= first ? undefined : { title: t('alert.news.block', { height }), text: '', isLast: true };
  };
}

function confirmationsCheck(
  { id, depth }: Extract<Alert, { kind: 'depth' }>,
  { explorer, translations: { t }, nameOf }: AlertOptions,
): Check {
  let wasFound = false;
  return async (signal) => {
    const name = nameOf(id);
    try {
      const { confirmations, block_height: height } = await explorer.getTransaction({ txid: id }, { signal });
      wasFound = true;
      if (confirmations < depth) return undefined;
      const title = t('alert.news.depth', { count: confirmations });
      return { title, text: t('alert.news.depthText', { name, height }), isLast: true };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'transaction_not_found') throw error;
      if (!wasFound) return undefined;
      return { title: t('alert.news.left'), text: t('alert.news.leftText', { name }), isLast: true };
    }
  };
}

function addressCheck(
  address: Address,
  { explorer, translations: { t }, amountText, nameOf }: AlertOptions,
): Check {
  let last: { balance: bigint; nonce: number } | undefined;
  return async (signal) => {
    const state = await explorer.getAddress({ address }, { signal });
    const [before, now] = [last, { balance: BigInt(state.balance), nonce: state.nonce }];
    last = now;
    if (before === undefined) return undefined;
    const change = now.balance - before.balance;
    const sent = Math.max(0, now.nonce - before.nonce);
    if (change === 0n && sent === 0) return undefined;
    const name = nameOf(address);
    const amount = amountText(change < 0n ? -change : change);
    const title =
      change === 0n
        ? t('alert.news.moves', { name })
        : t(change < 0n ? 'alert.news.out' : 'alert.news.in', { name, amount });
    return { title, text: sent === 0 ? '' : t('alert.news.sent', { count: sent }), isLast: false };
  };
}
