import type { ExplorerStatus } from '@cairn/api/explorer';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { referenceShort } from '../lib/titles.ts';
import type { Words } from '../messages/words.ts';
import { findLabels, labelPath } from '../own/find-labels.ts';
import { classifyQuery, type SearchQuery } from './classify.ts';
import { plainTarget, targetPath } from './find.ts';
import { isForeign, kindText, problemText } from './search-words.ts';
import type { Lookup } from './use-lookup.ts';

/** One choice below the search. */
export interface Suggestion {
  readonly href: string;
  readonly text: string;
  /** What is remembered when it is chosen. */
  readonly query: string;
}

/** What is offered and said for a text. */
export interface Offer {
  readonly suggestions: readonly Suggestion[];
  /** Said below the field; empty where the suggestions say it all. */
  readonly hint: string;
  readonly bad: boolean;
}

const NOTHING: Offer = { suggestions: [], hint: '', bad: false };

/** What is known beside the text. */
export interface Known {
  readonly status: ExplorerStatus | undefined;
  readonly lookup: Lookup;
  /** Recent searches, offered while nothing is typed. */
  readonly recent: readonly string[];
  /** What the reader has given a label to. */
  readonly labels: readonly LabelRecord[];
}

/** Labels that are offered at once. */
const MOST_LABELS = 5;

/** What a text leads to: what it is by its form, then the labels that it is found in. */
export function offerFor(text: string, known: Known, words: Words): Offer {
  const offer = formOffer(text, known, words);
  const labels = labelSuggestions(text, known.labels, words);
  if (labels.length === 0) return offer;
  // What the text is not says nothing where a label has it.
  const said = offer.bad ? NOTHING : offer;
  return { ...said, suggestions: [...said.suggestions, ...labels] };
}

function labelSuggestions(text: string, records: readonly LabelRecord[], words: Words): Suggestion[] {
  return findLabels(records, text)
    .slice(0, MOST_LABELS)
    .map((record) => ({
      href: labelPath(record, words),
      text: words.t(`search.labelled.${record.type}`, {
        label: record.label,
        reference: referenceShort(record.ref, words.locale),
      }),
      query: record.ref,
    }));
}

function formOffer(text: string, known: Known, words: Words): Offer {
  const query = classifyQuery(text);
  const { status, lookup, recent } = known;
  if (query.kind === 'empty') {
    const suggestions = recent.map((one) => ({
      href: hrefOf(classifyQuery(one), one, words),
      text: one,
      query: one,
    }));
    return { ...NOTHING, suggestions };
  }
  if (query.kind === 'unknown') return { ...NOTHING, hint: problemText(query, words), bad: true };
  const kind = kindText(query, status, words) ?? '';
  if (isForeign(query, status)) return { ...NOTHING, hint: kind, bad: true };
  if (query.kind === 'hash') return hashOffer(query.hash, text, lookup, words);
  return { ...NOTHING, suggestions: [{ href: hrefOf(query, text, words), text: kind, query: text }] };
}

function hashOffer(hash: string, text: string, lookup: Lookup, words: Words): Offer {
  const { t, link } = words;
  const one = (said: string, href = link.search(hash)) => [{ href, text: said, query: text }];
  switch (lookup.state) {
    case 'found': {
      const { page, height = 0 } = lookup.target;
      const said = t(page === 'block' ? 'search.foundBlock' : 'search.foundTransaction', { height });
      return { ...NOTHING, suggestions: one(said, targetPath(lookup.target, words)) };
    }
    case 'absent':
      return { ...NOTHING, hint: t('search.notFound'), bad: true };
    case 'unreachable':
      return { suggestions: one(t('search.hash')), hint: t('search.unreachable'), bad: false };
    default:
      return { suggestions: one(t('search.hash')), hint: t('search.looking'), bad: false };
  }
}

/** Where a query leads: straight to its page, or to the search page, which asks. */
export function hrefOf(query: SearchQuery, text: string, words: Words): string {
  const target = plainTarget(query);
  return target === undefined ? words.link.search(text.trim()) : targetPath(target, words);
}
