import type { AddressState } from '@cairn/api/explorer';
import { onStored, UsualNamesContext, useStore } from '@cairn/ui';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus } from '../../site/api.ts';
import { unlessAbsent } from '../../site/failure.ts';
import { follow, unfollow, WATCHED_DEPTH, watchedTransactions } from '../../site/followed.ts';
import { MOST_WATCHED, readLabels, type SaveProblem, saveRecord } from '../../site/labels.ts';
import { byTip, request } from '../../site/request.ts';
import { type Translations, useTranslations } from './texts.ts';

/** An address or a transaction that the reader watches. */
export interface Watched {
  readonly type: 'addr' | 'tx';
  readonly ref: string;
}

/**
 * What is seen of it: balance (pebbles) and nonce of an address, confirmations of a transaction (0 if no block of the chain
 * holds it).
 */
export type Seen = Pick<AddressState, 'balance' | 'nonce'> | { readonly confirmations: number };

/** Confirmations of which the reader is told. */
const TOLD_AT = [1, 6, WATCHED_DEPTH];

let last: readonly Watched[] = [];

/** The watch list; the same object until it changes. */
function readWatched(): readonly Watched[] {
  const addresses = readLabels().records.filter(({ watched }) => watched);
  const now = [
    ...addresses.slice(0, MOST_WATCHED).map(({ ref }) => ({ type: 'addr', ref }) as const),
    ...watchedTransactions().map(({ id }) => ({ type: 'tx', ref: id }) as const),
  ];
  if (JSON.stringify(now) !== JSON.stringify(last)) last = now;
  return last;
}

/** The watch list, kept up to date. Only for parts of a page that the server does not render. */
export const useWatched = (): readonly Watched[] => useStore({ get: readWatched, subscribe: onStored });

/** Watches an address or a transaction, or no longer. @returns why that was not saved; `undefined` on success */
export function watch({ type, ref }: Watched, on: boolean): SaveProblem | 'followed' | undefined {
  if (type === 'addr')
    return saveRecord({ type, ref, label: '', ...readLabels().byRef.get(ref), watched: on });
  if (on) return follow(ref, { watched: true }) ? undefined : 'followed';
  return unfollow(ref);
}

/** What is seen of the watched ones, by address or ID; without an address that the node does not accept. */
export const seenRequest = (watched: readonly Watched[]) =>
  request(
    `watched ${watched.map(({ ref }) => ref).join(' ')}`,
    async (api, options): Promise<ReadonlyMap<string, Seen>> => {
      const look = async ({ type, ref }: Watched): Promise<Seen | undefined> => {
        if (type === 'addr')
          return unlessAbsent(api.getAddress({ address: ref }, options), 'invalid_address');
        const found = await unlessAbsent(api.getTransaction({ txid: ref }, options), 'transaction_not_found');
        return { confirmations: found?.confirmations ?? 0 };
      };
      const seen = await Promise.all(watched.map(async (one) => [one.ref, await look(one)] as const));
      return new Map(seen.flatMap(([ref, one]) => (one === undefined ? [] : [[ref, one]])));
    },
    byTip,
  );

/** What the reader is told of a change; `undefined` for nothing. Received coins that were sent again show in the nonce alone. */
export function newsOf(before: Seen, now: Seen, { t, amount }: Translations): string | undefined {
  if ('balance' in before && 'balance' in now) {
    const change = BigInt(now.balance) - BigInt(before.balance);
    if (change !== 0n) return change < 0n ? `−${amount(-change)}` : `+${amount(change)}`;
    return now.nonce > before.nonce ? t('news.sent', { count: now.nonce - before.nonce }) : undefined;
  }
  if (!('confirmations' in before && 'confirmations' in now)) return undefined;
  const { confirmations: count } = now;
  if (count === 0) return before.confirmations > 0 ? t('news.left') : undefined;
  const isTold = TOLD_AT.some((told) => before.confirmations < told && told <= count);
  return isTold ? t('depth.deep', { count }) : undefined;
}

/**
 * Notifies the reader of changes while the page is open, also in the background.
 * @param seen the newest look; `undefined` while there is none
 * @returns the newest change, for readers whose browser does not notify them
 */
export function useNews(seen: ReadonlyMap<string, Seen> | undefined): string | undefined {
  const translations = useTranslations();
  const [news, setNews] = useState<string>();
  const usual = useContext(UsualNamesContext);
  const before = useRef<ReadonlyMap<string, Seen>>(new Map());
  const isHeld = seen !== undefined;
  useEffect(() => (isHeld ? chainStatus.hold() : undefined), [isHeld]);
  useEffect(() => {
    for (const [ref, now] of seen ?? []) {
      const known = before.current.get(ref);
      const text = known && newsOf(known, now, translations);
      if (text === undefined) continue;
      const name = readLabels().names.get(ref) ?? usual?.get(ref) ?? translations.shortReference(ref);
      setNews(`${name}: ${text}`);
      notify(ref, name, text);
    }
    if (seen !== undefined) before.current = seen;
  }, [seen]);
  return news;
}

/** Whether the browser notifies the reader of this page; `default` if it would ask first. Needs a secure context. */
export const permission = (): NotificationPermission =>
  'Notification' in globalThis && isSecureContext ? Notification.permission : 'denied';

/** Call it from a click handler: only then do browsers ask the reader. */
export const askPermission = async (): Promise<NotificationPermission> =>
  permission() === 'default' ? Notification.requestPermission() : permission();

/** A notification in place of an earlier one about the same; it focuses this page when clicked. */
function notify(about: string, title: string, body: string): void {
  if (permission() !== 'granted') return;
  try {
    const shown = new Notification(title, { body, tag: about, icon: '/icon-512.png' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
  } catch {
    // Chrome on Android accepts no notification from a page, which shows the change itself.
  }
}
