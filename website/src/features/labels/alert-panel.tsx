import { Button, Notice, TextField } from '@cairn/ui';
import type { LabelType } from '@cairn/wallet/labels-file';
import { useState } from 'preact/hooks';
import { chainStatus } from '../../site/api.ts';
import { useChain } from '../../site/use-chain.ts';
import { useTranslations } from './texts.ts';
import type { Alert } from './alerts.ts';
import { type Alerts, useAlerts } from './use-alerts.ts';

/** Maximum number of confirmations to wait for; few users keep a page open for longer. */
const MOST_CONFIRMATIONS = 1_000;
/** Usual numbers of confirmations; the first that is not reached yet is proposed. */
const USUAL_CONFIRMATIONS = [6, 12, 30, 60, 120, 300, MOST_CONFIRMATIONS];

export interface AlertPanelProps {
  type: LabelType;
  reference: string;
  /** Confirmations of the page's transaction. */
  confirmations?: number | undefined;
  alerts: Alerts;
  isOpen: boolean;
  onCancel: () => void;
}

/**
 * Form that starts a notification about one address, transaction or block, and below it the state of the notification,
 * which stays visible when the form is closed.
 */
export function AlertPanel(props: AlertPanelProps) {
  const { type, reference, confirmations = 0, alerts, isOpen, onCancel } = props;
  const { t } = useTranslations();
  const [typed, setTyped] = useState(() =>
    String(USUAL_CONFIRMATIONS.find((usual) => usual > confirmations) ?? MOST_CONFIRMATIONS),
  );
  const depth = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  const isDepth = depth >= 1 && depth <= MOST_CONFIRMATIONS;
  const kind = ({ addr: 'moves', tx: 'depth', block: 'block' } as const)[type];
  const alertOf: Record<Alert['kind'], Alert> = {
    block: { kind: 'block' },
    depth: { kind: 'depth', id: reference, depth },
    moves: { kind: 'moves', address: reference },
  };
  return (
    <>
      {isOpen && !alerts.isOn && (
        <form
          class="personal__form"
          onSubmit={(event) => {
            event.preventDefault();
            if (kind !== 'depth' || isDepth) alerts.start([alertOf[kind]]);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel();
          }}
        >
          {kind === 'depth' && (
            <TextField
              label={t('alert.depth')}
              value={typed}
              inputMode="numeric"
              maxLength={4}
              error={isDepth ? undefined : t('alert.depthHint', { most: MOST_CONFIRMATIONS })}
              onInput={setTyped}
            />
          )}
          <p class="c-small c-muted">{t('alert.keepOpen')}</p>
          <div class="c-row">
            <Button size="sm" variant="primary" type="submit">
              {t(`alert.start.${kind}`)}
            </Button>
            <Button size="sm" onClick={onCancel}>
              {t('personal.cancel')}
            </Button>
          </div>
        </form>
      )}
      <AlertStatus
        alerts={alerts}
        waiting={kind === 'depth' ? t('alert.on.depth', { count: depth }) : t(`alert.on.${kind}`)}
      />
    </>
  );
}

/** Starts a notification of the next block, on the front page. */
export function NextBlockAlert() {
  const { t } = useTranslations();
  const alerts = useAlerts();
  return (
    <>
      {!alerts.isOn && (
        <div class="personal__row">
          <Button size="sm" title={t('alert.keepOpen')} onClick={() => alerts.start([{ kind: 'block' }])}>
            {t('alert.start.block')}
          </Button>
        </div>
      )}
      <AlertStatus alerts={alerts} waiting={t('alert.on.block')} />
    </>
  );
}

/**
 * Shows whether alerts are running, problems with connection or permission, and the latest notifications.
 * @param props.waiting a sentence with the event that the alerts wait for
 */
export function AlertStatus({ alerts, waiting }: { alerts: Alerts; waiting: string }) {
  const { t } = useTranslations();
  const { failure } = useChain();
  const { isOn, shown, permission, stop } = alerts;
  const isPolling = failure === undefined && chainStatus.channel() === 'polling';
  return (
    <div class="personal__status" role="status">
      {isOn && (
        <div class="personal__waiting">
          <span>{`${waiting} ${t('alert.keepOpen')}`}</span>
          <Button size="sm" onClick={stop}>
            {t('alert.stop')}
          </Button>
        </div>
      )}
      {isOn && failure !== undefined && <p class="personal__note">{t('alert.noApi')}</p>}
      {isOn && isPolling && <p class="personal__note">{t('alert.noStream')}</p>}
      {isOn && permission !== 'granted' && (
        <p class="personal__note">{t(`alert.permission.${permission}`)}</p>
      )}
      {shown.map(({ title, text }, index) => (
        <Notice key={shown.length - index} tone="success" title={title}>
          {text !== '' && <p>{text}</p>}
        </Notice>
      ))}
    </div>
  );
}
