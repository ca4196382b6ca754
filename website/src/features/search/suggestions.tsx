import { classes } from '@cairn/ui';
import { useLayoutEffect, useState } from 'preact/hooks';
import { ResultList, useResults } from './result-list.tsx';
import { isNothing } from './results.ts';
import { useTranslations } from './texts.ts';

export interface SuggestionsProps {
  /** The text in the field; `undefined` while the list is closed. */
  text: string | undefined;
  input: HTMLInputElement;
  /** ID of the list. */
  id: string;
  /** Called with the ID of the active result. */
  onActive: (id: string | undefined) => void;
  /** Called when a result has been opened. */
  onClose: () => void;
}

/**
 * Results and commands below the search field: it keeps the focus, the arrows choose and Enter opens. While nothing is found and the
 * API has not answered, Enter sends the form.
 */
export function Suggestions({ text: shown, input, id, onActive, onClose }: SuggestionsProps) {
  const { t } = useTranslations();
  const isShown = shown !== undefined;
  const text = shown ?? '';
  const results = useResults(text);
  const { groups, hint, isOpen } = results;
  const isNone = isNothing(results);
  // The first result, so that Enter always does something; without a text or a result, none.
  const [chosen, setChosen] = useState({ text, at: -1 });
  const length = groups.reduce((sum, { results }) => sum + results.length, 0);
  const isAll = text.trim() === '';
  const first = isAll || isNone ? -1 : 0;
  const active = isShown
    ? Math.min(chosen.text === text ? Math.max(chosen.at, first) : first, length - 1)
    : -1;
  const activeId = active < 0 ? undefined : `${id}-${active}`;
  useLayoutEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, text]);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShown || event.isComposing) return;
      const { key, ctrlKey, metaKey } = event;
      if ((key === 'ArrowDown' || key === 'ArrowUp') && length > 0) {
        event.preventDefault();
        const next = key === 'ArrowDown' ? active + 1 : active - 1;
        setChosen({ text, at: next < 0 ? length - 1 : next % length });
      } else if (key === 'Enter' && (activeId || !isOpen)) {
        event.preventDefault();
        const click = { ctrlKey, metaKey, bubbles: true, cancelable: true };
        if (activeId) document.getElementById(activeId)?.dispatchEvent(new MouseEvent('click', click));
      }
    };
    input.addEventListener('keydown', onKeyDown);
    return () => input.removeEventListener('keydown', onKeyDown);
  });
  return (
    <div
      class={classes(isShown && 'search__panel c-popover', isAll && 'search__panel--all')}
      // A press must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ ctrlKey, metaKey, target }) =>
        !ctrlKey && !metaKey && (target as Element).closest('[role=option]') && onClose()
      }
    >
      <p class="c-small c-muted" role="status">
        {isShown && isNone && <strong>{t('search.none')} </strong>}
        {isShown && hint}
      </p>
      {isShown && length > 0 && <ResultList groups={groups} list={{ id, active }} />}
      {isShown && (
        <p class="search__keys c-small c-faint" aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {t('search.keys.choose')}
          </span>
          <span>
            <kbd>↵</kbd> {t('search.keys.open')}
          </span>
          <span>
            <kbd>esc</kbd> {t('search.keys.close')}
          </span>
        </p>
      )}
    </div>
  );
}
