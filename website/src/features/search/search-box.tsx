import { searchParams } from '../../site/url.ts';
import { Icon } from '@cairn/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { island } from '../../site/island.tsx';
import { useTranslations } from '../../site/translations.ts';
import { hasLabels } from '../../site/label-storage.ts';
import type * as SearchAssist from './search-assist.tsx';
import './search.css';

const NO_OPTION = -1;

/**
 * The search in the header, a combobox with suggestions. It is a plain form without JavaScript, and until the
 * suggestions have loaded.
 */
function SearchBox({ query = '' }: { query?: string }) {
  const { t, link } = useTranslations();
  const [text, setText] = useState(query);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(NO_OPTION);
  const [refused, setRefused] = useState(false);
  const [assist, setAssist] = useState<typeof SearchAssist>();
  const [assistance, setAssistance] = useState<SearchAssist.Assistance>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { kind, suggestions = [], hint = '' } = assistance ?? {};
  const hasOptions = open && suggestions.length > 0;
  const isShown = hasOptions || (open && hint !== '');
  useSlash(input);
  // The field is uncontrolled: users type before this script runs, and browsers restore the text after Back.
  useLayoutEffect(() => {
    setText(input.current!.value);
    if (document.activeElement === input.current) void show();
  }, []);

  const show = async () => {
    setOpen(true);
    if (assist === undefined) setAssist(await import('./search-assist.tsx'));
  };
  const submit = (event: Event) => {
    if (assist === undefined || assistance === undefined) {
      if (!hasLabels()) return; // the server finds everything except labels
      event.preventDefault();
      return submitOnceLoaded(event.currentTarget as HTMLFormElement, show());
    }
    event.preventDefault();
    setRefused(!assist.openResult(assistance, active, text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      void show();
      // One more position than options: in it, no option is active.
      const positions = suggestions.length + 1;
      setActive((before) => ((before + 1 + step + positions) % positions) - 1);
    } else if (event.key === 'Escape') {
      if (isShown) event.preventDefault();
      else input.current?.blur();
      setOpen(false);
      setActive(NO_OPTION);
    }
  };
  return (
    <form class="search" role="search" action={link.page('/search')} onSubmit={submit}>
      <span class="search__icon">
        <Icon name="search" />
      </span>
      <input
        ref={input}
        class="search__input"
        type="search"
        name="q"
        defaultValue={query}
        placeholder={t('search.placeholder')}
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={hasOptions ? 'true' : 'false'}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={assist && `${id}-hint`}
        aria-invalid={refused && kind === 'unknown' ? true : undefined}
        aria-keyshortcuts="/"
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        enterKeyHint="search"
        onFocus={() => void show()}
        onBlur={() => setOpen(false)}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setRefused(false);
          setActive(NO_OPTION);
          void show();
        }}
        onKeyDown={onKeyDown}
      />
      <kbd class="search__key" aria-hidden="true">
        /
      </kbd>
      {assist && <assist.SearchAssist {...{ id, text, open, active, refused, onAssist: setAssistance }} />}
    </form>
  );
}

export default island(SearchBox, { params: (url) => ({ query: searchParams(url).text }) });

/** Submits the form again once the suggestions have rendered, or to the server if their script does not load. */
function submitOnceLoaded(form: HTMLFormElement, loaded: Promise<void>): void {
  void loaded.then(
    () => setTimeout(() => form.requestSubmit()),
    () => form.submit(),
  );
}

/** `/` focuses the search, unless the user is typing somewhere. */
function useSlash(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
