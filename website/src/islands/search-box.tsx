import { Icon } from '@cairn/ui';
import { useId, useRef, useState } from 'preact/hooks';
import { island } from '../frame/island.tsx';
import { useChain } from '../hooks/use-chain.ts';
import { searchPlace } from '../lib/places.ts';
import { useWords } from '../messages/context.tsx';
import { classifyQuery } from '../search/classify.ts';
import { forgetRecent, readRecent, remember } from '../search/recent.ts';
import { SearchPopup } from '../search/search-popup.tsx';
import { hrefOf, offerFor, type Suggestion } from '../search/suggestions.ts';
import { useLookup } from '../search/use-lookup.ts';
import { useSlash } from '../search/use-slash.ts';

const NO_OPTION = -1;

/**
 * The search in the header, a combobox: says while typing what a text is and offers where it leads. Without a script it
 * is a plain form.
 */
function SearchBox({ initial = '' }: { initial?: string }) {
  const words = useWords();
  const { t, link } = words;
  const [text, setText] = useState(initial);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(NO_OPTION);
  const [recent, setRecent] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { status } = useChain();
  const query = classifyQuery(text);
  const lookup = useLookup(query.kind === 'hash' ? query.hash : undefined);
  const offer = offerFor(text, { status, lookup, recent }, words);
  const { suggestions } = offer;
  useSlash(input);

  const go = ({ href, query: chosen }: Suggestion) => {
    remember(chosen);
    location.assign(href);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const chosen = suggestions[active] ?? (query.kind === 'empty' ? undefined : suggestions[0]);
    if (chosen !== undefined) return go(chosen);
    if (query.kind === 'empty' || query.kind === 'unknown') return setRefused(query.kind === 'unknown');
    return go({ href: hrefOf(query, text, words), text, query: text });
  };
  const show = () => {
    setRecent(readRecent());
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      show();
      // One place more than there are options: that of the field itself.
      const places = suggestions.length + 1;
      setActive((before) => ((before + 1 + step + places) % places) - 1);
    } else if (event.key === 'Escape') {
      if (open && (suggestions.length > 0 || offer.hint !== '')) event.preventDefault();
      else input.current?.blur();
      setOpen(false);
      setActive(NO_OPTION);
    }
  };
  const shown = open && (suggestions.length > 0 || offer.hint !== '');
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
        value={text}
        placeholder={t('search.placeholder')}
        role="combobox"
        aria-label={t('search.label')}
        aria-expanded={shown && suggestions.length > 0 ? 'true' : 'false'}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-hint`}
        aria-invalid={refused && query.kind === 'unknown' ? true : undefined}
        aria-keyshortcuts="/"
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        enterKeyHint="search"
        onFocus={show}
        onBlur={() => setOpen(false)}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setRefused(false);
          setActive(NO_OPTION);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      <kbd class="search__key" aria-hidden="true">
        /
      </kbd>
      <SearchPopup
        id={id}
        shown={shown}
        offer={offer}
        active={active}
        isRecent={query.kind === 'empty'}
        onChoose={go}
        onForget={() => {
          forgetRecent();
          setRecent([]);
        }}
      />
    </form>
  );
}

export default island(SearchBox, { place: (url) => ({ initial: searchPlace(url).text }) });
