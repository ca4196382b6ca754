/** What a visitor may do with the chain as a whole, and what it cannot. */
import { createDevnetClient } from '@cairn/api/devnet';
import { Button, Icon, Segmented, useDetails } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { DEVNET_CONTROL } from './addresses.ts';
import { useTranslations } from './texts.ts';

/** Seconds between two blocks; 0 for none. */
const PACES = ['1', '7', '30', '0'] as const;

const devnet = createDevnetClient({ baseUrl: DEVNET_CONTROL, token: '' });

export interface MenuProps {
  /** Shows the Devnet bar in the explorer; `undefined` if it is there. */
  readonly onControls: (() => void) | undefined;
  /** `undefined` in a tab that does not hold the chain. */
  readonly onStartAgain: (() => void) | undefined;
  /** True while the chain can be asked. */
  readonly isLiving: boolean;
}

export function Menu({ onControls, onStartAgain, isLiving }: MenuProps) {
  const { t } = useTranslations();
  const { isOpen, attributes } = useDetails();
  const { ref } = attributes;
  const close = (): void => {
    if (ref.current?.contains(document.activeElement)) ref.current.querySelector('summary')?.focus();
    ref.current?.removeAttribute('open');
  };
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    if (isOpen) {
      addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal });
      addEventListener('pointerdown', ({ target }) => ref.current?.contains(target as Node) || close(), {
        signal,
      });
      addEventListener('blur', close, { signal }); // a press in a frame
    }
    return () => stop.abort();
  }, [isOpen]);
  return (
    <details class="c-menu" {...attributes}>
      <summary class="c-icon-button c-icon-button--lg" aria-label={t('menu')} title={t('menu')}>
        <Icon name="sliders" />
      </summary>
      {isOpen && (
        <div class="c-popover c-popover--end menu">
          {isLiving && <Pace />}
          {onControls !== undefined && (
            <Button
              size="sm"
              onClick={() => {
                close();
                onControls();
              }}
            >
              {t('controls')}
            </Button>
          )}
          <section class="menu__limits">
            <h2>{t('limits')}</h2>
            <ul>
              {(['alone', 'closed', 'cleared', 'worthless'] as const).map((limit) => (
                <li key={limit}>{t(`limits.${limit}`)}</li>
              ))}
            </ul>
          </section>
          {onStartAgain !== undefined && (
            <StartAgain
              onSure={() => {
                close();
                onStartAgain();
              }}
            />
          )}
        </div>
      )}
    </details>
  );
}

function Pace() {
  const { t } = useTranslations();
  const [pace, setPace] = useState<string>('');
  useEffect(() => {
    void devnet.state().then(({ mining }) => setPace(`${mining.interval_seconds ?? 0}`), ignore);
  }, []);
  const choose = (chosen: string): void => {
    setPace(chosen);
    const seconds = Number(chosen);
    void devnet
      .mining(seconds === 0 ? { mode: 'manual' } : { mode: 'interval', interval_seconds: seconds })
      .catch(ignore);
  };
  const options = PACES.map((value) => ({
    value: value as string,
    label: value === '0' ? t('never') : t('seconds', { count: Number(value) }),
  }));
  return (
    <div class="menu__row">
      <span aria-hidden="true">{t('pace')}</span>
      <Segmented label={t('pace')} value={pace} options={options} onChoose={choose} />
    </div>
  );
}

/** The weather keeps the API away now and then: the next time that the menu opens, it shows what is. */
const ignore = (): void => undefined;

function StartAgain({ onSure }: { onSure: () => void }) {
  const { t } = useTranslations();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('again')}
      </Button>
    );
  return (
    <div class="menu__row">
      <Button size="sm" variant="danger" onClick={onSure}>
        {t('remove')}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setAsking(false)}>
        {t('keep')}
      </Button>
    </div>
  );
}
