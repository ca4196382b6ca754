import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useChain } from '../hooks/use-chain.ts';
import '../messages/rooms/search/index.ts';
import { useWords } from '../messages/context.tsx';
import { useKeptLabels } from '../own/use-kept-labels.ts';
import { classifyQuery, type SearchQuery } from './classify.ts';
import { forgetRecent, readRecent, remember } from './recent.ts';
import { SearchPopup } from './search-popup.tsx';
import { hrefOf, offerFor, type Suggestion } from './suggestions.ts';
import { useLookup } from './use-lookup.ts';

/** State of the suggestions that the field needs. */
export interface Assistance {
  readonly kind: SearchQuery['kind'];
  readonly suggestions: readonly Suggestion[];
  readonly hint: string;
  /** Where the text leads when none of the suggestions is chosen. */
  readonly href: string;
}

export interface SearchAssistProps {
  /** Prefix of the identifiers that the field refers to. */
  id: string;
  text: string;
  open: boolean;
  /** Index of the chosen option; -1 for none. */
  active: number;
  refused: boolean;
  onAssist: (assistance: Assistance) => void;
}

/** Suggestions while typing; loaded when the field is first used. */
export function SearchAssist({ id, text, open, active, refused, onAssist }: SearchAssistProps) {
  const words = useWords();
  const { status } = useChain();
  const [recent, setRecent] = useState(readRecent);
  const query = classifyQuery(text);
  const lookup = useLookup(query);
  const labels = useKeptLabels().file.records;
  const offer = offerFor(text, { status, lookup, recent, labels }, words);
  const { suggestions, hint } = offer;
  const assistance = { kind: query.kind, suggestions, hint, href: hrefOf(query, text, words) };
  // Passed on only when it changes: the field renders with each.
  useLayoutEffect(() => onAssist(assistance), [JSON.stringify(assistance)]);
  useEffect(() => {
    if (open) setRecent(readRecent());
  }, [open]);
  return (
    <SearchPopup
      id={id}
      shown={open && (suggestions.length > 0 || hint !== '')}
      offer={offer}
      active={active}
      refused={refused}
      isRecent={query.kind === 'empty'}
      onChoose={goTo}
      onForget={() => {
        forgetRecent();
        setRecent([]);
      }}
    />
  );
}

/** Leaves for what was chosen, and remembers it. */
export function goTo({ href, query }: Pick<Suggestion, 'href' | 'query'>): void {
  remember(query);
  location.assign(href);
}
