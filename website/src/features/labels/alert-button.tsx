import type { AddressState } from '@cairn/api/explorer';
import type { Address, TransactionId } from '@cairn/protocol';
import { Button, Notice } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus } from '../../site/api.ts';
import { readLabels } from '../../site/labels.ts';
import { type Answer, byTip, request, useRequest } from '../../site/request.ts';
import { addressNews, type News, transactionNews, type Wording } from './alert-news.ts';
import { statesRequest } from './last-visit.ts';
import { useTranslations } from './texts.ts';

/** What the reader wants to be told of. */
export type Alert =
  /** The transaction reaches this many confirmations; it need not be in a block yet. */
  | { readonly kind: 'depth'; readonly id: TransactionId; readonly depth: number }
  /** Each change of the balance or nonce of an address. */
  | { readonly kind: 'moves'; readonly addresses: readonly Address[] };

/** Answer with the states of addresses. */
type States = Pick<Answer<readonly (AddressState | null)[]>, 'data'>;

interface AlertButtonProps {
  /** What is offered; `undefined` for nothing more. */
  readonly alert: Alert | undefined;
  /** States of the addresses, where the page asks for them anyway. */
  readonly states?: States | undefined;
}

/** Most news listed on the page. */
const SHOWN = 3;

/**
 * A button that switches notifications on and off and looks pressed while they are on. What there is to know and to report stands
 * in a popover above the page, which comes back with each event.
 */
export function AlertButton({ alert, states }: AlertButtonProps) {
  const { t } = useTranslations();
  /** What is waited for; the confirmations that are offered next may be others by then. */
  const [on, setOn] = useState<Alert>();
  /** Newest first. */
  const [news, setNews] = useState<readonly News[]>([]);
  const [isAllowed, setAllowed] = useState(true);
  const place = useRef<HTMLDivElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    popover.current?.togglePopover(true);
  }, [on, news]);
  const stop = () => {
    // The button that was pressed goes with the popover.
    place.current!.querySelector('button')!.focus();
    setOn(undefined);
    setNews([]);
  };
  const start = async () => {
    setOn(alert);
    setNews([]);
    setAllowed(await askPermission());
  };
  const report = (one: News) => {
    setNews((before) => [one, ...before].slice(0, SHOWN));
    if (!showNotification(one)) setAllowed(false);
    if (one.isLast) setOn(undefined);
  };
  const shown = on ?? alert;
  const count = shown?.kind === 'depth' ? shown.depth : 0;
  return (
    <div ref={place}>
      {shown !== undefined && (
        <Button
          size="sm"
          pressed={on !== undefined}
          onClick={() => (on === undefined ? void start() : stop())}
        >
          {t(`alert.button.${shown.kind}`, { count })}
        </Button>
      )}
      {on?.kind === 'depth' && <TransactionWatch {...on} onNews={report} />}
      {on?.kind === 'moves' && <AddressWatch {...on} states={states} onNews={report} />}
      {(on !== undefined || news.length > 0) && (
        <div class="c-popover alert" popover="auto" role="status" ref={popover}>
          {news.map(({ title, text }, index) => (
            <Notice key={news.length - index} tone="success" title={title}>
              {text !== '' && <p>{text}</p>}
            </Notice>
          ))}
          {on !== undefined && (
            <>
              <p>{t(`alert.on.${on.kind}`, { count })}</p>
              <p class="c-small c-muted">{t('alert.keepOpen')}</p>
              {!isAllowed && <p class="c-warn">{t('alert.pageOnly')}</p>}
              <div>
                <Button size="sm" onClick={stop}>
                  {t('alert.stop')}
                </Button>
              </div>
            </>
          )}
        </div>
      )}
    </div>
  );
}

type WatchOf<Kind extends Alert['kind']> = Extract<Alert, { kind: Kind }> & { onNews: (news: News) => void };

/** Asks for the transaction at each new tip. */
function TransactionWatch({ id, depth, onNews }: WatchOf<'depth'>) {
  const wording = useWording();
  const { data, isGone } = useRequest(
    request(`alert ${id}`, (api, options) => api.getTransaction({ txid: id }, options), byTip),
  );
  useFeedHeld();
  useEffect(() => {
    const news = transactionNews(data, isGone, depth, wording);
    if (news !== undefined) onNews(news);
  }, [data, isGone]);
  return null;
}

/** Asks for the addresses at each new tip. */
function AddressWatch({ addresses, states, onNews }: WatchOf<'moves'> & { states: States | undefined }) {
  const wording = useWording();
  const own = useRequest(states === undefined ? statesRequest(addresses) : undefined);
  const { data } = states ?? own;
  const before = useRef<ReadonlyMap<Address, AddressState>>(new Map());
  useFeedHeld();
  useEffect(() => {
    const known = (data ?? []).filter((state) => state !== null);
    for (const state of known) {
      const last = before.current.get(state.address);
      const news = last && addressNews(last, state, wording);
      if (news !== undefined) onNews(news);
    }
    before.current = new Map(known.map((state) => [state.address, state]));
  }, [data]);
  return null;
}

/** Keeps the page's feed connected while the page is hidden. */
const useFeedHeld = (): void => useEffect(() => chainStatus.hold(), []);

function useWording(): Wording {
  const translations = useTranslations();
  const nameOf = (reference: string) =>
    readLabels().names.get(reference) ?? translations.shortReference(reference);
  return { translations, nameOf };
}

/** True if the page has notifications at all; they need a secure context. */
const hasNotifications = (): boolean => 'Notification' in globalThis && isSecureContext;

/** Call it from a click handler: only then do browsers ask the reader. @returns whether notifications are allowed */
async function askPermission(): Promise<boolean> {
  if (!hasNotifications()) return false;
  const { permission } = Notification;
  return (permission === 'default' ? await Notification.requestPermission() : permission) === 'granted';
}

/**
 * Shows a notification in place of an earlier one about the same; it focuses this page when clicked.
 * @returns false if it is not allowed, or the browser has none; Chrome on Android accepts no notification from a page
 */
function showNotification({ about, title, text }: News): boolean {
  if (!hasNotifications() || Notification.permission !== 'granted') return false;
  try {
    const shown = new Notification(title, { body: text, tag: about, icon: '/icon-512.png' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
    return true;
  } catch {
    return false;
  }
}
