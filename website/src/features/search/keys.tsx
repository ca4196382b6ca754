import { classes, Icon, KeyValueList } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTranslations, type Translations } from './texts.ts';
import './palette.css';

/** The keys of every page, also without JavaScript as a text on the page About. */
export function KeyList({ translations: { t } }: { translations: Translations }) {
  // Alternatives, each of keys that are pressed together.
  const rows: readonly (readonly [what: string, ...alternatives: readonly string[][]])[] = [
    [t('keys.search'), ['/'], ['Ctrl', 'K'], ['⌘', 'K']],
    [t('keys.move'), ['j'], ['k']],
    [t('keys.open'), ['Enter']],
    [t('keys.block'), ['←'], ['→']],
    [t('keys.help'), ['?']],
    [t('keys.leave'), ['Esc']],
  ];
  return (
    <KeyValueList
      items={rows.map(([label, ...alternatives]) => ({
        label,
        value: (
          <span class="c-row">
            {alternatives.map((keys) => (
              <span key={keys.join('')}>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </span>
            ))}
          </span>
        ),
      }))}
    />
  );
}

/** The dialog of the keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const translations = useTranslations();
  const title = translations.t('keys.title');
  return (
    <Dialog name={title} onClose={onClose}>
      {(closeButton) => (
        <>
          <div class="palette__head c-row c-row--between">
            <h2>{title}</h2>
            {closeButton}
          </div>
          <KeyList translations={translations} />
        </>
      )}
    </Dialog>
  );
}

interface DialogProps {
  class?: string;
  name: string;
  /** Called on Escape, on a press beside the dialog, and by its button. */
  onClose: () => void;
  children: (closeButton: ComponentChildren) => ComponentChildren;
}

/** A modal dialog above the page, open while it is mounted. */
export function Dialog({ class: className, name, onClose, children }: DialogProps) {
  const { t } = useTranslations();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.addEventListener('close', onClose);
    element.showModal();
    return () => {
      element.removeEventListener('close', onClose);
      element.close(); // the focus goes back to where it was
    };
  }, []);
  const close = t('palette.close');
  return (
    <dialog
      ref={dialog}
      class={classes('palette', className)}
      aria-label={name}
      // A press beside it is one on the dialog itself, whose content covers it.
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div class="palette__content">
        {children(
          <button type="button" class="c-icon-button" aria-label={close} title={close} onClick={onClose}>
            <Icon name="cross" />
          </button>,
        )}
      </div>
    </dialog>
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
