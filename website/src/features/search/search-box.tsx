import { Icon } from '@cairn/ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { island } from '../../site/island.tsx';
import { useKeys } from '../../site/keys.ts';
import { useTranslations } from '../../site/translations.ts';
import { searchParams } from '../../site/url.ts';
import type * as SuggestionsModule from './suggestions.tsx';
import './search.css';

/** ID of the list of results. */
const LIST = 'search-results';

/**
 * The search in the header. A plain form; with JavaScript its field is a combobox above the results, which a click, a letter,
 * `/` and Ctrl-K open. They are loaded then: until they are there, Enter sends the form.
 */
function SearchBox({ query = '' }: { query?: string }) {
  const { t, link, locale } = useTranslations();
  const [loaded, setLoaded] = useState<typeof SuggestionsModule>();
  const [isReady, setReady] = useState(false);
  /** What is searched; `undefined` while the results are closed. */
  const [text, setText] = useState<string>();
  const [active, setActive] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Had the focus when a key opened the results. */
  const before = useRef<Element | null>(null);

  const open = () => {
    setText(input.current!.value);
    if (loaded === undefined) import('./suggestions.tsx').then(setLoaded, () => undefined);
  };
  const openByKey = () => {
    if (document.activeElement !== input.current) before.current = document.activeElement;
    input.current!.focus();
    input.current!.select();
    open();
  };
  const close = () => {
    setText(undefined);
    input.current!.value = query;
    const last = before.current;
    before.current = null;
    if (last === document.body) input.current!.blur();
    else if (last instanceof HTMLElement) last.focus();
  };
  useKeys({
    '/': openByKey,
    'Ctrl+k': text === undefined ? openByKey : close,
    '?': () => void import('./keys.tsx').then(({ showKeys }) => showKeys(locale)),
  });
  // Users type before this script runs.
  useLayoutEffect(() => {
    if (document.activeElement === input.current && input.current!.value !== query) open();
  }, []);
  useEffect(() => setReady(true), []);

  return (
    <form
      ref={form}
      class="search"
      role="search"
      action={link.page('/search')}
      onFocusOut={({ relatedTarget }) => {
        if (form.current!.contains(relatedTarget as Node | null)) return;
        before.current = null;
        setText(undefined);
      }}
    >
      <Icon name="search" />
      <input
        ref={input}
        class="c-input"
        type="search"
        name="q"
        defaultValue={query}
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        aria-keyshortcuts="/ Control+K Meta+K"
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        enterKeyHint="search"
        {...(isReady && {
          role: 'combobox',
          'aria-expanded': text !== undefined && loaded !== undefined,
          'aria-controls': LIST,
          'aria-autocomplete': 'list',
          'aria-activedescendant': active,
        })}
        onClick={open}
        onInput={open}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && text === undefined) open();
          if (event.key !== 'Escape' || text === undefined) return;
          event.preventDefault();
          close();
        }}
      />
      <kbd class="needs-script" aria-hidden="true">
        /
      </kbd>
      {loaded !== undefined && (
        <loaded.Suggestions
          text={text}
          input={input.current!}
          id={LIST}
          onActive={setActive}
          onClose={close}
        />
      )}
    </form>
  );
}

export default island(SearchBox, { params: (url) => ({ query: searchParams(url).text }) });
