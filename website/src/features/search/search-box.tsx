import { Icon } from '@cairn/ui';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { island } from '../../site/island.tsx';
import { useTranslations } from '../../site/translations.ts';
import { searchParams } from '../../site/url.ts';
import type * as Keys from './keys.tsx';
import type * as PaletteModule from './palette.tsx';
import './search.css';

/**
 * The search in the header. A plain form; with JavaScript, a click or a letter in its field opens the palette, as do the keys
 * `/` and Ctrl-K. Palette and list of keys are loaded when they are first used.
 */
function SearchBox({ query = '' }: { query?: string }) {
  const { t, link } = useTranslations();
  const [shown, setShown] = useState<Shown>();
  const input = useRef<HTMLInputElement>(null);
  const openPalette = async () => setShown(await loaded(import('./palette.tsx'), input));
  const openKeys = async () => setShown(await loaded(import('./keys.tsx'), input));
  const close = () => {
    setShown(undefined);
    input.current!.value = query;
  };
  useKeys(shown === undefined, openPalette, openKeys, close);
  // Users type before this script runs.
  useLayoutEffect(() => {
    if (input.current!.value !== query && document.activeElement === input.current) void openPalette();
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
          onClick={() => void openPalette()}
          onInput={() => void openPalette()}
        />
        <kbd class="needs-script" aria-hidden="true">
          /
        </kbd>
      </form>
      {shown !== undefined && 'Palette' in shown && (
        <shown.Palette
          text={input.current!.value}
          isTyped={input.current!.value !== query}
          onClose={close}
          onKeys={() => void openKeys()}
        />
      )}
      {shown !== undefined && 'KeysDialog' in shown && <shown.KeysDialog onClose={close} />}
    </>
  );
}

export default island(SearchBox, { params: (url) => ({ query: searchParams(url).text }) });

/** The module of the dialog that is shown. */
type Shown = typeof Keys | typeof PaletteModule | undefined;

/** A module; if it cannot be loaded, nothing, with the focus in the plain field: its form works without a script. */
async function loaded<Module>(
  module: Promise<Module>,
  input: { current: HTMLInputElement | null },
): Promise<Module | undefined> {
  try {
    return await module;
  } catch {
    input.current!.focus();
    return undefined;
  }
}

/** The keys of every page. Letters and signs belong to the field in which the user types. */
function useKeys(
  isFree: boolean,
  openPalette: () => Promise<void>,
  openKeys: () => Promise<void>,
  close: () => void,
): void {
  // At once: the key that is pressed as soon as the page is ready counts.
  useLayoutEffect(() => {
    const move = async (step: 1 | -1) => (await import('./keys.tsx')).moveInList(step);
    const actions: Readonly<Record<string, () => unknown>> = {
      '/': openPalette,
      '?': openKeys,
      j: () => move(1),
      k: () => move(-1),
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isCommand = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
      const isPlain = !ctrlKey && !metaKey && !altKey && isFree && !isTyping(target);
      const action = isCommand ? (isFree ? openPalette : close) : isPlain ? actions[key] : undefined;
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
