import { classes } from '@cairn/ui';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { explorer } from '../../site/api.ts';
import { useChain } from '../../site/use-chain.ts';
import { failureOf } from '../../site/failure.ts';
import { useTranslations } from './texts.ts';
import { useStoredLabels } from '../../site/labels.ts';
import { classifyQuery, type SearchQuery } from '../../site/classify.ts';
import { findTargets } from './find-targets.ts';
import { forgetRecent, readRecent, remember } from './recent-searches.ts';
import { hrefOf, type Lookup, suggest, type Suggestion, type Suggestions } from './suggestions.ts';

/** The part of the suggestions' state that the search field needs. */
export interface Assistance {
  readonly kind: SearchQuery['kind'];
  readonly suggestions: readonly Suggestion[];
  readonly hint: string;
  /** The page to open if no suggestion is chosen. */
  readonly href: string;
}

export interface SearchAssistProps {
  /** Prefix of the element IDs that the field refers to. */
  id: string;
  text: string;
  open: boolean;
  /** Index of the chosen option; -1 for none. */
  active: number;
  /** True after Enter on an invalid text: before that, no error is shown. */
  refused: boolean;
  onAssist: (assistance: Assistance) => void;
}

/** Suggestions below the search field while the user types. Loaded when the field is first used. */
export function SearchAssist({ id, text, open, active, refused, onAssist }: SearchAssistProps) {
  const translations = useTranslations();
  const { status } = useChain();
  const [recent, setRecent] = useState(readRecent);
  const query = classifyQuery(text);
  const lookup = useLookup(query);
  const labels = useStoredLabels().file.records;
  const found = suggest(text, { status, lookup, recent, labels }, translations);
  const { suggestions, hint } = found;
  const assistance = { kind: query.kind, suggestions, hint, href: hrefOf(query, text, translations) };
  // Called only after a change, because each call renders the field.
  useLayoutEffect(() => onAssist(assistance), [JSON.stringify(assistance)]);
  useEffect(() => {
    if (open) setRecent(readRecent());
  }, [open]);
  return (
    <Popup
      id={id}
      shown={open && (suggestions.length > 0 || hint !== '')}
      found={found}
      active={active}
      refused={refused}
      isRecent={query.kind === 'empty'}
      onForget={() => {
        forgetRecent();
        setRecent([]);
      }}
    />
  );
}

/**
 * Opens the page of a submitted search: that of the chosen option, else of the first option, else of the text. Does
 * nothing for an empty text.
 * @param active index of the chosen option; -1 for none
 * @returns false for an invalid text, which has no page
 */
export function openResult({ kind, suggestions, href }: Assistance, active: number, text: string): boolean {
  const chosen = suggestions[active] ?? (kind === 'empty' ? undefined : suggestions[0]);
  if (chosen !== undefined) goTo(chosen);
  else if (kind === 'unknown') return false;
  else if (kind !== 'empty') goTo({ href, query: text });
  return true;
}

/** Remembers a search, and opens its page. */
function goTo({ href, query }: Pick<Suggestion, 'href' | 'query'>): void {
  remember(query);
  location.assign(href);
}

interface PopupProps extends Pick<SearchAssistProps, 'id' | 'active' | 'refused'> {
  shown: boolean;
  found: Suggestions;
  /** True if the options are recent searches. */
  isRecent: boolean;
  onForget: () => void;
}

/** The list of options and the hint. The field keeps the focus. */
function Popup({ id, shown, found, active, refused, isRecent, onForget }: PopupProps) {
  const { t } = useTranslations();
  const { suggestions, hint, bad } = found;
  const label = t(isRecent ? 'search.recent' : 'search.suggestions');
  return (
    // A press must not take the focus from the field: that would close the popup before the click.
    <div
      class={classes('search__popup', shown && 'search__popup--shown')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {isRecent && suggestions.length > 0 && (
        <div class="search__head">
          <span>{label}</span>
          <button type="button" class="search__forget" onClick={onForget}>
            {t('search.forget')}
          </button>
        </div>
      )}
      <ul class="search__list" id={`${id}-list`} role="listbox" aria-label={label}>
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.query}
            id={`${id}-${index}`}
            class={classes('search__option', index === active && 'search__option--active')}
            role="option"
            aria-selected={index === active ? 'true' : 'false'}
            onClick={() => goTo(suggestion)}
          >
            {suggestion.text}
          </li>
        ))}
      </ul>
      <p
        class={classes('search__hint', bad && refused && 'search__hint--bad')}
        id={`${id}-hint`}
        role="status"
      >
        {shown ? hint : ''}
      </p>
    </div>
  );
}

const NONE: Lookup = { state: 'none' };
/** Pause in typing before the beginning of an ID or address is looked up, in milliseconds. */
const TYPING_MS = 200;

/** Looks up an ID as soon as it is complete, and the beginning of an ID or address after a pause in typing. */
function useLookup(query: SearchQuery): Lookup {
  const [lookup, setLookup] = useState<Lookup>(NONE);
  const key = query.kind === 'hash' ? query.hash : query.kind === 'prefix' ? query.prefix : undefined;
  useEffect(() => {
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
