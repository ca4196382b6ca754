import { Icon } from '@cairn/ui';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTranslations, type Translations } from './texts.ts';
import './palette.css';

/** The keys of every page, also without JavaScript as a text on the page About. */
export function KeyList({ translations: { t } }: { translations: Translations }) {
  return (
    <dl class="keys">
      <Keys what={t('keys.search')} keys={[['/'], ['Ctrl', 'K'], ['⌘', 'K']]} or={t('keys.or')} />
      <Keys what={t('keys.move')} keys={[['j'], ['k']]} />
      <Keys what={t('keys.open')} keys={[['Enter']]} />
      <Keys what={t('keys.block')} keys={[['←'], ['→']]} />
      <Keys what={t('keys.help')} keys={[['?']]} />
      <Keys what={t('keys.leave')} keys={[['Esc']]} />
    </dl>
  );
}

/** @param props.keys alternatives, each of keys that are pressed together */
function Keys({ what, keys, or }: { what: string; keys: readonly (readonly string[])[]; or?: string }) {
  return (
    <div class="keys__row">
      <dt>{what}</dt>
      <dd>
        {keys.map((together, index) => (
          <span key={together.join('')}>
            {index > 0 && or !== undefined && <span class="c-faint">{or} </span>}
            {together.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}{' '}
          </span>
        ))}
      </dd>
    </div>
  );
}

/** The dialog of the keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const translations = useTranslations();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  const close = () => dialog.current!.close();
  return (
    <dialog
      ref={dialog}
      class="palette palette--keys"
      aria-label={translations.t('keys.title')}
      onClose={onClose}
      onMouseDown={(event) => event.target === dialog.current && close()}
    >
      <div class="palette__content">
        <div class="palette__head">
          <h2>{translations.t('keys.title')}</h2>
          <CloseButton name={translations.t('palette.close')} onClose={close} />
        </div>
        <KeyList translations={translations} />
      </div>
    </dialog>
  );
}

/** The button in the corner of a dialog. */
export function CloseButton({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <button type="button" class="c-icon-button" aria-label={name} title={name} onClick={onClose}>
      <Icon name="cross" />
    </button>
  );
}

/**
 * Moves the focus to the first link of the next or previous row among the tables of the page, so that Enter opens it.
 */
export function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr')].flatMap((row) => {
    const link = row.querySelector<HTMLElement>('a[href]');
    return link?.checkVisibility() === true ? [{ row, link }] : [];
  });
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement));
  const next = at < 0 ? rows.at(step > 0 ? 0 : -1) : rows[at + step];
  next?.link.focus();
}
