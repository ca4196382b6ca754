import { Icon } from '@cairn/ui';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { island } from '../../site/island.tsx';
import { keysSetting } from '../../site/settings.ts';
import { useTranslations } from '../../site/translations.ts';
import { searchParams } from '../../site/url.ts';
import type * as PaletteModule from './palette.tsx';
import './search.css';

/**
 * The search in the header. A plain form; with JavaScript, a click or a letter in its field opens the palette, as do the keys
 * `/` and Ctrl-K. The palette is loaded when it is first used.
 */
function SearchBox({ query = '' }: { query?: string }) {
  const { t, link } = useTranslations();
  const [palette, setPalette] = useState<typeof PaletteModule>();
  const input = useRef<HTMLInputElement>(null);
  const open = async () => {
    const before = document.activeElement;
    // What is typed until the palette has loaded belongs to the search; the form works without it.
    input.current!.focus();
    const loaded = await import('./palette.tsx').catch(() => undefined);
    if (loaded === undefined) return;
    // Where the focus returns to when the palette is closed.
    if (before instanceof HTMLElement && before !== document.body) before.focus();
    else input.current!.blur();
    setPalette(loaded);
  };
  const close = () => {
    setPalette(undefined);
    input.current!.value = query;
  };
  useKeys(palette === undefined, open, close);
  // Users type before this script runs.
  useLayoutEffect(() => {
    if (input.current!.value !== query && document.activeElement === input.current) void open();
  }, []);
  return (
    <>
      <form class="search" role="search" action={link.page('/search')}>
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
          onClick={() => void open()}
          onInput={() => void open()}
        />
        <kbd class="needs-script" aria-hidden="true">
          /
        </kbd>
      </form>
      {palette !== undefined && (
        <palette.Palette
          text={input.current!.value}
          isTyped={input.current!.value !== query}
          onClose={close}
        />
      )}
    </>
  );
}

export default island(SearchBox, { params: (url) => ({ query: searchParams(url).text }) });

/** The keys of every page. Letters and signs belong to the field in which the user types. */
function useKeys(isFree: boolean, open: () => Promise<void>, close: () => void): void {
  const { link } = useTranslations();
  // At once: the key that is pressed as soon as the page is ready counts.
  useLayoutEffect(() => {
    const actions: Readonly<Record<string, () => unknown>> = {
      '/': open,
      // In another tab: this one may hold a text, or an alert that ends with it.
      '?': () => window.open(link.keys(), '_blank', 'noopener'),
      j: () => moveInList(1),
      k: () => moveInList(-1),
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
      const isPlain =
        !ctrlKey && !metaKey && !altKey && isFree && !isTyping(target) && keysSetting.read() === 'on';
      const action = isCommand ? (isFree ? open : close) : isPlain ? actions[key] : undefined;
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isFree]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/**
 * Moves the focus to the first link of the next or previous row among the tables of the page, so that Enter opens it.
 */
function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main tbody tr')].flatMap((row) => {
    const link = row.querySelector<HTMLElement>('a[href]');
    return link?.checkVisibility() === true ? [{ row, link }] : [];
  });
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement));
  const next = at < 0 ? rows.at(step > 0 ? 0 : -1) : rows[at + step];
  next?.link.focus();
}
