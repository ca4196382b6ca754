import { Button, Notice, TextField } from '@cairn/ui';
import type { LabelType } from '@cairn/wallet/labels-file';
import { useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';
import { useChain } from '../hooks/use-chain.ts';
import { useWords } from '../messages/context.tsx';
import { type Telling, useTelling } from './use-telling.ts';
import type { Wish } from './wishes.ts';

/** More confirmations than anybody waits for at an open page. */
const MOST_CONFIRMATIONS = 1_000;
const USUAL_CONFIRMATIONS = '6';

export interface TellPanelProps {
  type: LabelType;
  reference: string;
  isOpen: boolean;
  onCancel: () => void;
}

/** Notifications offered on a page. Those that are on stay in sight when the panel is closed. */
export function TellPanel({ type, reference, isOpen, onCancel }: TellPanelProps) {
  const { t } = useWords();
  const telling = useTelling();
  const [typed, setTyped] = useState(USUAL_CONFIRMATIONS);
  const depth = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  const isDepth = depth >= 1 && depth <= MOST_CONFIRMATIONS;
  const kind = ({ addr: 'moves', tx: 'depth', block: 'block' } as const)[type];
  const wishes: Record<Wish['kind'], Wish> = {
    block: { kind: 'block' },
    depth: { kind: 'depth', id: reference, depth },
    moves: { kind: 'moves', address: reference },
  };
  return (
    <>
      {isOpen && !telling.isOn && (
        <form
          class="own__form"
          onSubmit={(event) => {
            event.preventDefault();
            if (kind !== 'depth' || isDepth) telling.start([wishes[kind]]);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel();
          }}
        >
          {kind === 'depth' && (
            <TextField
              label={t('tell.depth')}
              value={typed}
              inputMode="numeric"
              maxLength={4}
              error={isDepth ? undefined : t('tell.depthHint', { most: MOST_CONFIRMATIONS })}
              onInput={setTyped}
            />
          )}
          <p class="c-small c-muted">{t('tell.keepOpen')}</p>
          <div class="c-row">
            <Button size="sm" variant="primary" type="submit">
              {t(`tell.start.${kind}`)}
            </Button>
            <Button size="sm" onClick={onCancel}>
              {t('own.cancel')}
            </Button>
          </div>
        </form>
      )}
      <TellState
        telling={telling}
        waiting={kind === 'depth' ? t('tell.on.depth', { count: depth }) : t(`tell.on.${kind}`)}
      />
    </>
  );
}

/** Notifications that are wanted, obstacles to them, and those that were shown. */
export function TellState({ telling, waiting }: { telling: Telling; waiting: string }) {
  const { t } = useWords();
  const { failure } = useChain();
  const { isOn, told, permission, stop } = telling;
  const isAsking = failure === undefined && chainStatus.channel() === 'polling';
  return (
    <div class="own__told" role="status">
      {isOn && (
        <div class="own__waiting">
          <span>{`${waiting} ${t('tell.keepOpen')}`}</span>
          <Button size="sm" onClick={stop}>
            {t('tell.stop')}
          </Button>
        </div>
      )}
      {isOn && failure !== undefined && <p class="own__note">{t('tell.noApi')}</p>}
      {isOn && isAsking && <p class="own__note">{t('tell.noStream')}</p>}
      {isOn && permission !== 'granted' && <p class="own__note">{t(`tell.permission.${permission}`)}</p>}
      {told.map(({ title, text }, index) => (
        <Notice key={told.length - index} tone="success" title={title}>
          {text !== '' && <p>{text}</p>}
        </Notice>
      ))}
    </div>
  );
}
