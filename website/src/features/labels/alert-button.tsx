import { Button, Notice, useAmountText } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus, explorer } from '../../site/api.ts';
import { readLabels } from '../../site/labels.ts';
import { type Alert, type News, startAlert } from './alerts.ts';
import { useTranslations } from './texts.ts';

export interface AlertButtonProps {
  /** What is waited for; `list` for the moves of several addresses. */
  kind: Alert['kind'] | 'list';
  alerts: readonly Alert[];
  /** Confirmations that are waited for, for the kind `depth`. */
  depth?: number;
}

/**
 * A button that switches notifications on and off and looks pressed while they are on. What there is to know and to report stands
 * in a popover above the page, which comes back with each event.
 */
export function AlertButton({ kind, alerts, depth = 0 }: AlertButtonProps) {
  const { t } = useTranslations();
  const { isOn, shown, permission, start, stop } = useAlerts();
  const [isOpen, setOpen] = useState(false);
  const [waiting, setWaiting] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown.length > 0) setOpen(true);
  }, [shown]);
  useClosing(place, isOpen, () => setOpen(false));
  const press = () => {
    if (isOn) stop();
    else start(alerts);
    setWaiting(t(`alert.on.${kind}`, { count: depth }));
    setOpen(!isOn);
  };
  return (
    <div ref={place}>
      <Button size="sm" pressed={isOn} onClick={press}>
        {t(`alert.button.${kind}`, { count: depth })}
      </Button>
      {isOpen && (
        <div class="c-popover" role="status">
          {shown.map(({ title, text }, index) => (
            <Notice key={shown.length - index} tone="success" title={title}>
              {text !== '' && <p>{text}</p>}
            </Notice>
          ))}
          {isOn && (
            <>
              <p>{waiting}</p>
              <p class="c-small c-muted">{t('alert.keepOpen')}</p>
              {permission !== 'granted' && <p class="c-warn">{t(`alert.permission.${permission}`)}</p>}
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

/** Closes the popover on Escape and on a press beside it; what it waits for goes on. */
function useClosing(place: { current: HTMLElement | null }, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const ends = new AbortController();
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node && place.current!.contains(target))) close();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      place.current!.querySelector('button')!.focus();
    };
    document.addEventListener('pointerdown', onPress, ends);
    document.addEventListener('keydown', onKey, ends);
    return () => ends.abort();
  }, [isOpen]);
}

/** Maximum number of notifications listed on the page. */
const SHOWN = 3;

/**
 * Runs alerts until the component unmounts: shows each event as a notification and on the page. Call `start` from a click
 * handler: only then do browsers ask the reader for permission.
 */
function useAlerts() {
  const translations = useTranslations();
  const amountText = useAmountText();
  const [isOn, setOn] = useState(false);
  /** The latest notifications, newest first. */
  const [shown, setShown] = useState<readonly News[]>([]);
  const [permission, setPermission] = useState(currentPermission);
  const ends = useRef<readonly (() => void)[]>([]);
  const stop = () => {
    for (const end of ends.current) end();
    ends.current = [];
    setOn(false);
  };
  useEffect(() => stop, []);
  const start = (alerts: readonly Alert[]) => {
    setOn(true);
    setShown([]);
    const nameOf = (reference: string) =>
      readLabels().names.get(reference) ?? translations.shortReference(reference);
    ends.current = alerts.map((alert) => {
      const onNews = (news: News) => {
        setShown((before) => [news, ...before].slice(0, SHOWN));
        // A notification replaces an earlier one of the same alert.
        if (!showNotification(news, JSON.stringify(alert))) setPermission('unsupported');
        if (news.isLast) stop();
      };
      return startAlert(alert, { explorer, feed: chainStatus, translations, amountText, nameOf, onNews });
    });
    void askPermission().then(setPermission);
  };
  return { isOn, shown, permission, start, stop };
}

/** The browser's permission for notifications of this site; `default` until it has asked the reader. */
type Permission = NotificationPermission | 'unsupported';

/** The current permission; `unsupported` also if the page is not a secure context. */
function currentPermission(): Permission {
  return 'Notification' in globalThis && isSecureContext ? Notification.permission : 'unsupported';
}

async function askPermission(): Promise<Permission> {
  const now = currentPermission();
  return now === 'default' ? await Notification.requestPermission() : now;
}

/**
 * Shows a notification that focuses this page when clicked, if it is allowed.
 * @returns false if the browser has none; Chrome on Android accepts no notification from a page
 */
function showNotification({ title, text }: News, tag: string): boolean {
  if (currentPermission() !== 'granted') return currentPermission() !== 'unsupported';
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
