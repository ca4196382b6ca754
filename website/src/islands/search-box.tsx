import { Icon } from '@cairn/ui';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { searchPlace } from '../lib/places.ts';
import { classifyQuery } from '../lib/search.ts';
import { searchHint, searchTarget } from '../lib/search-target.ts';
import { island } from '../frame/island.tsx';
import { useChain } from '../hooks/use-chain.ts';

/** Search by height, block or transaction ID, or address. `/` focuses it from anywhere on the page. */
function SearchBox({ initial = '' }: { initial?: string }) {
  const [text, setText] = useState(initial);
  const [refused, setRefused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const { status } = useChain();
  const query = classifyQuery(text);
  const hint = searchHint(query, status?.network);
  useSlashFocus(input);

  const submit = (event: Event) => {
    event.preventDefault();
    const target = searchTarget(query);
    if (target === undefined) setRefused(text.trim() !== '');
    else location.assign(target);
  };
  return (
    <form class="search" role="search" action="/search" onSubmit={submit}>
      <span class="search__icon">
        <Icon name="search" />
      </span>
      <input
        ref={input}
        class="search__input"
        type="search"
        name="q"
        value={text}
        placeholder="Height, block or transaction ID, address"
        aria-label="Search the chain"
        aria-describedby={hintId}
        aria-invalid={refused && query.kind === 'unknown' ? true : undefined}
        aria-keyshortcuts="/"
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        enterKeyHint="search"
        onInput={(event) => {
          setText(event.currentTarget.value);
          setRefused(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') input.current?.blur();
        }}
      />
      <kbd class="search__key" aria-hidden="true">
        /
      </kbd>
      <p class={`search__hint search__hint--${hint.tone}`} id={hintId} role="status">
        {text.trim() === '' ? '' : hint.text}
      </p>
    </form>
  );
}

function useSlashFocus(input: { current: HTMLInputElement | null }): void {
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

export default island(SearchBox, { place: (url) => ({ initial: searchPlace(url).text }) });
