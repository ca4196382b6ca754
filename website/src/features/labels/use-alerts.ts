import { useAmountText } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus, explorer } from '../../site/api.ts';
import { readLabels } from '../../site/labels.ts';
import { type Alert, type News, startAlert } from './alerts.ts';
import { useTranslations } from './texts.ts';

/** The notifications of one component, their state and the reader's permission. */
export interface Alerts {
  readonly isOn: boolean;
  /** The latest notifications, newest first. */
  readonly shown: readonly News[];
  readonly permission: Permission;
  /** Replaces running alerts. Call it from a click handler: only then do browsers ask the reader for permission. */
  readonly start: (alerts: readonly Alert[]) => void;
  readonly stop: () => void;
}

/** Maximum number of notifications listed on the page. */
const SHOWN = 3;

/** Runs alerts until the component unmounts: shows each event as a notification and on the page. */
export function useAlerts(): Alerts {
  const translations = useTranslations();
  const amountText = useAmountText();
  const [isOn, setOn] = useState(false);
  const [shown, setShown] = useState<readonly News[]>([]);
  const [allowed, setAllowed] = useState<Permission>(permission);
  const end = useRef<(() => void) | undefined>(undefined);
  const stop = () => {
    end.current?.();
    end.current = undefined;
    setOn(false);
  };
  useEffect(() => stop, []);
  const start = (alerts: readonly Alert[]) => {
    stop();
    setOn(true);
    setShown([]);
    const nameOf = (reference: string) =>
      readLabels().names.get(reference) ?? translations.shortReference(reference);
    const ends = alerts.map((alert) => {
      const onNews = (news: News) => {
        setShown((before) => [news, ...before].slice(0, SHOWN));
        // A notification replaces an earlier one of the same alert.
        if (!showNotification(news, JSON.stringify(alert))) setAllowed('unsupported');
        if (news.isLast) stop();
      };
      return startAlert(alert, { explorer, feed: chainStatus, translations, amountText, nameOf, onNews });
    });
    end.current = () => ends.forEach((endOne) => endOne());
    void askPermission().then(setAllowed);
  };
  return { isOn, shown, permission: allowed, start, stop };
}

/** The browser's permission for notifications of this site; `default` until it has asked the reader. */
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
 * Shows a notification that focuses this page when clicked, if it is allowed.
 * @returns false if the browser has none; Chrome on Android accepts no notification from a page
 */
function showNotification({ title, text }: News, tag: string): boolean {
  if (permission() !== 'granted') return permission() !== 'unsupported';
  try {
    const shown = new Notification(title, { body: text, tag, icon: '/icon-512.png' });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
    });
    return true;
  } catch {
    return false;
  }
}
