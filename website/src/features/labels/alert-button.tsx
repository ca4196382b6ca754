import { Button, Notice } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Alert } from './alerts.ts';
import { useTranslations } from './texts.ts';
import { type Alerts, useAlerts } from './use-alerts.ts';

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
  const running = useAlerts();
  const [isOpen, setOpen] = useState(false);
  const [waiting, setWaiting] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const { isOn, shown } = running;
  useEffect(() => {
    if (shown.length > 0) setOpen(true);
  }, [shown]);
  useClosing(place, isOpen, () => setOpen(false));
  const press = () => {
    if (isOn) running.stop();
    else running.start(alerts);
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
          <AlertStatus alerts={running} waiting={waiting} />
        </div>
      )}
    </div>
  );
}

/**
 * What the alerts wait for, a missing permission, and the latest notifications.
 * @param props.waiting a sentence with the event that the alerts wait for
 */
function AlertStatus({ alerts, waiting }: { alerts: Alerts; waiting: string }) {
  const { t } = useTranslations();
  const { isOn, shown, permission, stop } = alerts;
  return (
    <>
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
    </>
  );
}

/** Closes the popover on Escape and on a press beside it; what it waits for goes on. */
function useClosing(place: { current: HTMLElement | null }, isOpen: boolean, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node && place.current!.contains(target))) close();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      place.current!.querySelector('button')!.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
}
