import { Button, Notice, TextField } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus } from '../../site/api.ts';
import { useChain } from '../../site/use-chain.ts';
import type { Alert } from './alerts.ts';
import { useTranslations } from './texts.ts';
import { type Alerts, useAlerts } from './use-alerts.ts';

/** Maximum number of confirmations to wait for; few users keep a page open for longer. */
const MOST_CONFIRMATIONS = 1_000;
/** Usual numbers of confirmations; the first that is not reached yet is proposed. */
const USUAL_CONFIRMATIONS = [6, 12, 30, 60, 120, 300, MOST_CONFIRMATIONS];

export interface AlertButtonProps {
  /** What is waited for; `list` for the moves of several addresses. */
  kind: Alert['kind'] | 'list';
  /** The alerts to start. @param depth number of confirmations, for the kind `depth` */
  alertsFor: (depth: number) => readonly Alert[];
  /** Confirmations of the page's transaction. */
  confirmations?: number | undefined;
}

/**
 * A button that switches notifications on and off and looks pressed while they are on. What there is to choose, to know and to
 * report stands in a popover above the page, which comes back with each event.
 */
export function AlertButton({ kind, alertsFor, confirmations = 0 }: AlertButtonProps) {
  const { t } = useTranslations();
  const alerts = useAlerts();
  const { failure } = useChain();
  const [isOpen, setOpen] = useState(false);
  const [depth, setDepth] = useState(
    () => USUAL_CONFIRMATIONS.find((usual) => usual > confirmations) ?? MOST_CONFIRMATIONS,
  );
  const place = useRef<HTMLDivElement>(null);
  const isMissing = alerts.isOn && failure !== undefined;
  useEffect(() => {
    if (alerts.shown.length > 0 || isMissing) setOpen(true);
  }, [alerts.shown, isMissing]);
  useClosing(place, isOpen, () => setOpen(false));
  const press = () => {
    if (alerts.isOn) alerts.stop();
    else if (kind !== 'depth') alerts.start(alertsFor(0));
    setOpen(!alerts.isOn && !(kind === 'depth' && isOpen));
  };
  const waiting = kind === 'depth' ? t('alert.on.depth', { count: depth }) : t(`alert.on.${kind}`);
  return (
    <div class="alert" ref={place}>
      <Button size="sm" pressed={alerts.isOn} onClick={press}>
        {t(`alert.button.${kind}`)}
      </Button>
      {isOpen && (
        <div class="alert__popover">
          {!alerts.isOn && alerts.shown.length === 0 && kind === 'depth' && (
            <DepthForm
              depth={depth}
              onStart={(chosen) => {
                setDepth(chosen);
                alerts.start(alertsFor(chosen));
              }}
            />
          )}
          <AlertStatus alerts={alerts} waiting={waiting} />
        </div>
      )}
    </div>
  );
}

/** Form for the number of confirmations to wait for. */
function DepthForm({ depth, onStart }: { depth: number; onStart: (depth: number) => void }) {
  const { t } = useTranslations();
  const [typed, setTyped] = useState(String(depth));
  const number = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  const isValid = number >= 1 && number <= MOST_CONFIRMATIONS;
  return (
    <form
      class="alert__form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid) onStart(number);
      }}
    >
      <TextField
        label={t('alert.depth')}
        value={typed}
        inputMode="numeric"
        maxLength={4}
        error={isValid ? undefined : t('alert.depthHint', { most: MOST_CONFIRMATIONS })}
        onInput={setTyped}
      />
      <p class="c-small c-muted">{t('alert.keepOpen')}</p>
      <Button size="sm" variant="primary" type="submit">
        {t('alert.start')}
      </Button>
    </form>
  );
}

/**
 * What the alerts wait for, problems with connection or permission, and the latest notifications.
 * @param props.waiting a sentence with the event that the alerts wait for
 */
function AlertStatus({ alerts, waiting }: { alerts: Alerts; waiting: string }) {
  const { t } = useTranslations();
  const { failure } = useChain();
  const { isOn, shown, permission, stop } = alerts;
  const isPolling = failure === undefined && chainStatus.channel() === 'polling';
  return (
    <div class="alert__status" role="status">
      {shown.map(({ title, text }, index) => (
        <Notice key={shown.length - index} tone="success" title={title}>
          {text !== '' && <p>{text}</p>}
        </Notice>
      ))}
      {isOn && (
        <>
          <p>{waiting}</p>
          <p class="c-small c-muted">{t('alert.keepOpen')}</p>
        </>
      )}
      {isOn && failure !== undefined && <p class="personal__note">{t('alert.noApi')}</p>}
      {isOn && isPolling && <p class="personal__note">{t('alert.noStream')}</p>}
      {isOn && permission !== 'granted' && (
        <p class="personal__note">{t(`alert.permission.${permission}`)}</p>
      )}
      {isOn && (
        <div>
          <Button size="sm" onClick={stop}>
            {t('alert.stop')}
          </Button>
        </div>
      )}
    </div>
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
