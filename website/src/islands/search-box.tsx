import { Icon } from '@cairn/ui';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { island } from '../frame/island.tsx';
import { searchPlace } from '../lib/places.ts';
import { useWords } from '../messages/context.tsx';
import { hasLabels } from '../own/labels-changed.ts';
import type * as SearchAssist from '../search/search-assist.tsx';
import { useSlash } from '../search/use-slash.ts';

const NO_OPTION = -1;

/**
 * The search in the header, a combobox: says while typing what a text is and offers where it leads. Without a script, and
 * until what helps is loaded, it is a plain form.
 */
function SearchBox({ initial = '' }: { initial?: string }) {
  const { t, link } = useWords();
  const [text, setText] = useState(initial);
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
  // The field keeps its own text, because people type before this script runs and browsers restore what was typed.
  useLayoutEffect(() => {
    setText(input.current!.value);
    if (document.activeElement === input.current) void show();
  }, []);

  const show = async () => {
    setOpen(true);
    if (assist === undefined) setAssist(await import('../search/search-assist.tsx'));
  };
  const submit = (event: Event) => {
    if (assist === undefined || assistance === undefined) {
      if (!hasLabels()) return; // the server knows the way too, but not the reader's labels
      event.preventDefault();
      const form = event.currentTarget as HTMLFormElement;
      // Once it has rendered. Where its script does not come, the server is asked after all.
      void show().then(
        () => setTimeout(() => form.requestSubmit()),
        () => form.submit(),
      );
      return;
    }
    event.preventDefault();
    const chosen = suggestions[active] ?? (kind === 'empty' ? undefined : suggestions[0]);
    if (chosen !== undefined) return assist.goTo(chosen);
    if (kind === 'empty' || kind === 'unknown') return setRefused(kind === 'unknown');
    return assist.goTo({ href: assistance.href, query: text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      void show();
      // One place more than there are options: that of the field itself.
      const places = suggestions.length + 1;
      setActive((before) => ((before + 1 + step + places) % places) - 1);
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
        defaultValue={initial}
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

export default island(SearchBox, { place: (url) => ({ initial: searchPlace(url).text }) });
