import { useAmountText } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus, explorer } from '../../site/api.ts';
import { useTranslations, type Translations } from './texts.ts';
import { readLabels } from '../../site/labels.ts';
import { type Alert, type AlertEvent, startAlert } from './alerts.ts';

/** Text of a notification. */
interface AlertText {
  readonly title: string;
  readonly text: string;
}

/** The notifications of one component, their state and the user's permission. */
export interface Alerts {
  readonly isOn: boolean;
  /** The latest notifications, newest first. */
  readonly shown: readonly AlertText[];
  readonly permission: Permission;
  /** Replaces running alerts. Call it from a click handler: only then do browsers ask the user for permission. */
  readonly start: (alerts: readonly Alert[]) => void;
  readonly stop: () => void;
}

/** Maximum number of notifications listed on the page. */
const SHOWN = 3;

/**
 * Runs the alerts that the user starts until the component unmounts: shows each event as a notification and on the
 * page.
 */
export function useAlerts(): Alerts {
  const translations = useTranslations();
  const amountText = useAmountText();
  const [isOn, setOn] = useState(false);
  const [shown, setShown] = useState<readonly AlertText[]>([]);
  const [allowed, setAllowed] = useState<Permission>(permission);
  const end = useRef<(() => void) | undefined>(undefined);
  const stop = () => {
    end.current?.();
    end.current = undefined;
    setOn(false);
  };
  useEffect(() => stop, []);
  const onEvent = (event: AlertEvent, isLast: boolean) => {
    const alert = textOf(event, translations, amountText);
    setShown((before) => [alert, ...before].slice(0, SHOWN));
    if (permission() === 'granted' && !showNotification(alert.title, alert.text, tagOf(event))) {
      setAllowed('unsupported');
    }
    if (isLast) stop();
  };
  const start = (alerts: readonly Alert[]) => {
    stop();
    setOn(true);
    setShown([]);
    const ends = alerts.map((alert) => startAlert(alert, { explorer, feed: chainStatus, onEvent }));
    end.current = () => ends.forEach((endOne) => endOne());
    void askPermission().then(setAllowed);
  };
  return { isOn, shown, permission: allowed, start, stop };
}

/** A notification replaces an earlier one with the same tag. */
function tagOf(event: AlertEvent): string {
  if (event.kind === 'block') return 'block';
  return event.kind === 'moves' ? event.address : event.id;
}

function textOf(
  event: AlertEvent,
  { t, shortReference }: Translations,
  amountText: (pebbles: bigint) => string,
): AlertText {
  if (event.kind === 'block') return { title: t('alert.news.block', { height: event.height }), text: '' };
  const reference = event.kind === 'moves' ? event.address : event.id;
  const name = readLabels().names.get(reference) ?? shortReference(reference);
  if (event.kind === 'left') return { title: t('alert.news.left'), text: t('alert.news.leftText', { name }) };
  if (event.kind === 'depth') {
    return {
      title: t('alert.news.depth', { count: event.confirmations }),
      text: t('alert.news.depthText', { name, height: event.height }),
    };
  }
  const { change, sent } = event;
  const amount = amountText(change < 0n ? -change : change);
  const key = change < 0n ? 'out' : 'in';
  return {
    title: change === 0n ? t('alert.news.moves', { name }) : t(`alert.news.${key}`, { name, amount }),
    text: sent === 0 ? '' : t('alert.news.sent', { count: sent }),
  };
}

/** The browser's permission for notifications of this site; `default` until it has asked the user. */
type Permission = NotificationPermission | 'unsupported';

/** The current permission; `unsupported` also if the page is not a secure context. */
function permission(): Permission {
  return 'Notification' in globalThis && isSecureContext ? Notification.permission : 'unsupported';
}

async function askPermission(): Promise<Permission> {
  const now = permission();
  return now === 'default' ? await Notification.requestPermission() : now;
}

/**
 * Shows a notification that focuses this page when clicked.
 * @returns false without permission, and if the browser refuses; Chrome on Android accepts no notification from a page
 */
function showNotification(title: string, body: string, tag: string): boolean {
  if (permission() !== 'granted') return false;
  try {
    const shown = new Notification(title, { body, tag, icon: '/icon-512.png' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
    return true;
  } catch {
    return false;
  }
}
