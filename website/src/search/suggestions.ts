import type { ExplorerStatus } from '@cairn/api/explorer';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { referenceShort } from '../lib/titles.ts';
import type { Words } from '../messages/words.ts';
import { findLabels, labelPath } from '../own/find-labels.ts';
import { classifyQuery, type SearchQuery } from './classify.ts';
import type { Target } from './find-hash.ts';
import { plainTarget, targetPath } from './find.ts';
import { isForeign, kindText, problemText } from './search-words.ts';
import type { Lookup } from './use-lookup.ts';

/** One choice below the search. */
export interface Suggestion {
  readonly href: string;
  readonly text: string;
  /** Stored as recent when it is chosen. */
  readonly query: string;
}

/** Suggestions and message for a text. */
export interface Offer {
  readonly suggestions: readonly Suggestion[];
  /** Said below the field; empty where the suggestions say it all. */
  readonly hint: string;
  readonly bad: boolean;
}

const NOTHING: Offer = { suggestions: [], hint: '', bad: false };

/** Data beside the text. */
export interface Known {
  readonly status: ExplorerStatus | undefined;
  readonly lookup: Lookup;
  /** Recent searches, offered while nothing is typed. */
  readonly recent: readonly string[];
  /** The reader's own labels. */
  readonly labels: readonly LabelRecord[];
}

/** Labels that are offered at once. */
const MOST_LABELS = 5;

type LookedUp = Extract<SearchQuery, { kind: 'hash' | 'prefix' }>;

/** Targets of a text: by its form, then by labels that contain it. */
export function offerFor(text: string, known: Known, words: Words): Offer {
  const offer = formOffer(text, known, words);
  const labels = labelSuggestions(text, known.labels, words);
  if (labels.length === 0) return offer;
  // With a matching label, an invalid form is no error.
  const said = offer.bad ? NOTHING : offer;
  // Words look like the beginning of an address easily.
  const isPart = classifyQuery(text).kind === 'prefix';
  const [first, second] = isPart ? [labels, said.suggestions] : [said.suggestions, labels];
  return { ...said, suggestions: [...first, ...second] };
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
  if (query.kind === 'hash' || query.kind === 'prefix') return lookedUp(query, text, lookup, words);
  return { ...NOTHING, suggestions: [{ href: hrefOf(query, text, words), text: kind, query: text }] };
}

/** The API's answer for an ID or a part of one. */
function lookedUp(query: LookedUp, text: string, lookup: Lookup, words: Words): Offer {
  const { t, link } = words;
  const isPart = query.kind === 'prefix';
  const asked = [
    { href: link.search(text.trim()), text: t(isPart ? 'search.part' : 'search.hash'), query: text },
  ];
  switch (lookup.state) {
    case 'found':
      return {
        ...NOTHING,
        suggestions: lookup.targets.map((target) => ({
          href: targetPath(target, words),
          text: targetText(target, isPart, words),
          query: isPart ? target.reference : text,
        })),
      };
    case 'absent':
      return { ...NOTHING, hint: t(isPart ? 'search.partNotFound' : 'search.notFound'), bad: true };
    case 'no_index':
      return { ...NOTHING, hint: t('search.noIndex') };
    case 'unreachable':
      return { suggestions: asked, hint: t('search.unreachable'), bad: false };
    default:
      return { suggestions: asked, hint: t('search.looking'), bad: false };
  }
}

/** The match, with its identifier if only a part of it was typed. */
export function targetText({ page, reference, height = 0 }: Target, isPart: boolean, words: Words): string {
  const { t, locale } = words;
  const id = referenceShort(reference, locale);
  if (page === 'address') return t('search.foundAddress', { id });
  const said = t(page === 'block' ? 'search.foundBlock' : 'search.foundTransaction', { height });
  return isPart ? `${said} · ${id}` : said;
}

/** Where a query leads: straight to its page, or to the search page, which asks. */
export function hrefOf(query: SearchQuery, text: string, words: Words): string {
  const target = plainTarget(query);
  return target === undefined ? words.link.search(text.trim()) : targetPath(target, words);
}
