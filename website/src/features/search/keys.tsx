import { Icon, KeyValueList } from '@cairn/ui';
import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Locale } from '../../site/locale.ts';
import { type Translations, translationsFor } from './texts.ts';

/** Shows the keys of every page in a dialog; closing it returns the focus. */
export function showKeys(locale: Locale): void {
  if (document.querySelector('dialog.keys') !== null) return;
  const root = document.createElement('div');
  document.body.append(root);
  const remove = () => {
    render(null, root);
    root.remove();
  };
  render(<KeysDialog t={translationsFor(locale).t} onClose={remove} />, root);
}

function KeysDialog({ t, onClose }: Pick<Translations, 't'> & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  // Alternatives, each of keys that are pressed together.
  const rows = [
    [t('keys.search'), '/', 'Ctrl K', '⌘ K'],
    [t('keys.neighbours'), '←', '→'],
    [t('keys.help'), '?'],
  ] as const;
  const keysOf = (keys: string) => keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>);
  return (
    <dialog ref={dialog} class="keys c-card" aria-labelledby="keys-title" onClose={onClose}>
      <form method="dialog" class="c-card__header">
        <h2 class="c-card__title" id="keys-title">
          {t('keys.title')}
        </h2>
        <button type="submit" class="c-icon-button" aria-label={t('keys.close')}>
          <Icon name="cross" />
        </button>
      </form>
      <KeyValueList
        items={rows.map(([label, ...alternatives]) => ({
          label,
          value: (
            <span class="c-row">
              {alternatives.map((keys) => (
                <span key={keys}>{keysOf(keys)}</span>
              ))}
            </span>
          ),
        }))}
      />
      <p class="c-card__footer c-small c-muted">{t('keys.switch')}</p>
    </dialog>
  );
}
