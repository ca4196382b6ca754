import { AddressFace, classes, chooseTheme, chooseUnit, currentUnit, Icon, readTheme } from '@cairn/ui';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { explorer } from '../../site/api.ts';
import { classifyQuery, type SearchQuery } from '../../site/classify.ts';
import { WALLET_URL } from '../../site/config.ts';
import { failureOf } from '../../site/failure.ts';
import { useStoredLabels } from '../../site/labels.ts';
import { rememberLanguage } from '../../site/locale.ts';
import { chooseTimeZone, readTimeZone } from '../../site/time-zone.ts';
import { samePageIn } from '../../site/url.ts';
import { useChain } from '../../site/use-chain.ts';
import { findTargets } from './find-targets.ts';
import { forgetRecent, readRecent, remember } from './recent-searches.ts';
import { type Command, type Lookup, type Result, type Results, resultsFor, type Subject } from './results.ts';
import { CloseButton } from './keys.tsx';
import { useTranslations } from './texts.ts';
import './palette.css';

export interface PaletteProps {
  text: string;
  /** True if the reader has begun to type the text; otherwise the first letter replaces it. */
  isTyped: boolean;
  onClose: () => void;
  onKeys: () => void;
}

/** How long `Copied` is shown before the palette closes, in milliseconds. */
const COPIED_MS = 700;

/**
 * Search and commands in a dialog: a combobox whose list of results has the focus of the field (`aria-activedescendant`).
 * The first result is chosen until the reader chooses another, so that Enter always does something.
 */
export function Palette({ text: given, isTyped, onClose, onKeys }: PaletteProps) {
  const { t } = useTranslations();
  const [text, setText] = useState(given);
  const [chosen, setChosen] = useState(0);
  const [isRefused, setRefused] = useState(false);
  const [notice, setNotice] = useState('');
  const [recent, setRecent] = useState(readRecent);
  const dialog = useRef<HTMLDialogElement>(null);
  const wantsKeys = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const found = useResults(text, recent);
  const results = found.groups.flatMap((group) => group.results);
  const active = Math.min(chosen, results.length - 1);
  useLayoutEffect(() => {
    dialog.current!.showModal();
    input.current!.setSelectionRange(isTyped ? given.length : 0, given.length);
  }, []);
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);

  const close = () => dialog.current!.close();
  const run = async (command: Command, newTab = false) => {
    switch (command.kind) {
      case 'forget':
        forgetRecent();
        return setRecent([]);
      case 'copy':
        setNotice(t((await copy(command.text)) ? 'palette.copied' : 'palette.copyFailed'));
        return void setTimeout(close, COPIED_MS);
      case 'keys':
        wantsKeys.current = true;
        return close();
      default:
        if (command.kind === 'open' && newTab) return void open(command.href, '_blank', 'noopener');
        apply(command);
        close();
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChosen((active + step + results.length) % results.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const result = results[active];
      if (result === undefined) setRefused(true);
      else void run(result.command, event.ctrlKey || event.metaKey);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={t('palette.title')}
      onClose={() => (wantsKeys.current ? onKeys() : onClose())}
      // A press beside it is one on the dialog itself, whose content covers it.
      onMouseDown={(event) => event.target === dialog.current && close()}
    >
      <div class="palette__content">
        <div class="palette__field">
          <Icon name="search" />
          <input
            ref={input}
            class="palette__input"
            value={text}
            placeholder={t('palette.placeholder')}
            role="combobox"
            aria-label={t('search.label')}
            aria-expanded={results.length > 0 ? 'true' : 'false'}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            aria-describedby={`${id}-hint`}
            aria-invalid={isRefused && found.bad ? true : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellcheck={false}
            enterKeyHint="go"
            onInput={(event) => {
              setText(event.currentTarget.value);
              setChosen(0);
              setRefused(false);
            }}
            onKeyDown={onKeyDown}
          />
          <CloseButton name={t('palette.close')} onClose={close} />
        </div>
        <ResultList
          id={id}
          found={found}
          active={active}
          onPoint={setChosen}
          onChoose={({ command }, newTab) => void run(command, newTab)}
        />
        <p
          class={classes('palette__hint', found.bad && isRefused && 'palette__hint--bad')}
          id={`${id}-hint`}
          role="status"
        >
          {notice === '' ? found.hint : notice}
        </p>
        <p class="palette__keys" aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.choose')}
          </span>
          <span>
            <kbd>Enter</kbd> {t('palette.open')}
          </span>
          <span>
            <kbd>Esc</kbd> {t('palette.close')}
          </span>
          <span>
            <kbd>?</kbd> {t('palette.keys')}
          </span>
        </p>
      </div>
    </dialog>
  );
}

interface ResultListProps {
  id: string;
  found: Results;
  active: number;
  onPoint: (index: number) => void;
  onChoose: (result: Result, newTab: boolean) => void;
}

function ResultList({ id, found, active, onPoint, onChoose }: ResultListProps) {
  const { t } = useTranslations();
  let index = -1;
  return (
    // A press must not take the focus from the field.
    <div
      class="palette__list"
      id={`${id}-list`}
      role="listbox"
      aria-label={t('palette.title')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.groups.map(({ name, results }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p class="palette__group" id={`${id}-${name}`} role="presentation">
            {t(`palette.group.${name}`)}
          </p>
          {results.map((result) => {
            index += 1;
            const at = index;
            return (
              <div
                key={at}
                id={`${id}-${at}`}
                class={classes('palette__option', at === active && 'palette__option--active')}
                role="option"
                aria-selected={at === active ? 'true' : 'false'}
                onPointerMove={() => at !== active && onPoint(at)}
                onClick={(event) => onChoose(result, event.ctrlKey || event.metaKey)}
              >
                {result.address === undefined ? (
                  <Icon name={iconOf(result.command, name === 'pages')} />
                ) : (
                  <AddressFace address={result.address} />
                )}
                <span class="palette__text">{result.text}</span>
                {result.detail !== undefined && <span class="palette__detail">{result.detail}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function iconOf(command: Command, isPage: boolean) {
  switch (command.kind) {
    case 'open':
      return isPage ? 'arrow-right' : 'search';
    case 'copy':
      return 'copy';
    case 'theme':
      return ({ light: 'sun', dark: 'moon', system: 'screen' } as const)[command.value];
    case 'keys':
      return 'info';
    case 'forget':
      return 'cross';
    default:
      return 'refresh';
  }
}

/** Opens a page, or changes a setting. */
function apply(command: Exclude<Command, { kind: 'copy' | 'keys' | 'forget' }>): void {
  switch (command.kind) {
    case 'open':
      if (command.query !== undefined) remember(command.query);
      return location.assign(command.href);
    case 'theme':
      return chooseTheme(command.value);
    case 'unit':
      return chooseUnit(command.value);
    case 'zone':
      return chooseTimeZone(command.value);
    case 'language':
      rememberLanguage(command.value);
      return location.assign(samePageIn(command.value, new URL(location.href)) + location.hash);
  }
}

/** @returns false if the browser does not allow it */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function useResults(text: string, recent: readonly string[]): Results {
  const translations = useTranslations();
  const { status } = useChain();
  const labels = useStoredLabels().file.records;
  const lookup = useLookup(classifyQuery(text));
  const settings = { theme: readTheme(), unit: currentUnit(), zone: readTimeZone() };
  const known = {
    status,
    lookup,
    recent,
    labels,
    subject: readSubject(),
    url: location.href,
    walletUrl: WALLET_URL,
    settings,
  };
  return resultsFor(text, known, translations);
}

/** What the current page is about; a block opened by its height has its ID in its heading. */
function readSubject(): Subject | undefined {
  const [, section, reference] =
    /\/(blocks|transactions|addresses|miners)\/(\w+)\/?$/.exec(location.pathname) ?? [];
  if (reference === undefined) return undefined;
  if (section === 'transactions') return { kind: 'transaction', reference };
  if (section !== 'blocks') return { kind: 'address', reference };
  const id = /[0-9a-f]{64}/.exec(document.querySelector('main .c-head')?.textContent ?? '')?.[0];
  return id === undefined ? undefined : { kind: 'block', reference: id };
}

const NONE: Lookup = { state: 'none' };
/** Pause in typing before the beginning of an ID or address is looked up, in milliseconds. */
const TYPING_MS = 200;

/** Looks up an ID as soon as it is complete, and the beginning of an ID or address after a pause in typing. */
function useLookup(query: SearchQuery): Lookup {
  const [lookup, setLookup] = useState<Lookup>(NONE);
  const key = query.kind === 'hash' ? query.hash : query.kind === 'prefix' ? query.prefix : undefined;
  useLayoutEffect(() => {
    if (key === undefined) return setLookup(NONE);
    const abort = new AbortController();
    setLookup({ state: 'asking' });
    const ask = async () => {
      const next = await lookUp(query, abort.signal);
      if (!abort.signal.aborted) setLookup(next);
    };
    const timer = setTimeout(() => void ask(), query.kind === 'prefix' ? TYPING_MS : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  return lookup;
}

async function lookUp(query: SearchQuery, signal: AbortSignal): Promise<Lookup> {
  try {
    const { targets } = await findTargets(explorer, query, signal);
    return targets.length === 0 ? { state: 'absent' } : { state: 'found', targets };
  } catch (error) {
    // `failureOf` rethrows a bug, so that it reaches the console.
    const failure = signal.aborted ? undefined : failureOf(error);
    return { state: failure?.kind === 'index' ? 'no_index' : 'unreachable' };
  }
}
