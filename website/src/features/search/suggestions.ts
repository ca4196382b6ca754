import { queryProblemText } from '../../site/query-problem.ts';
import type { ExplorerStatus } from '@cairn/api/explorer';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { exactTime } from '@cairn/ui';
import type { Translations } from './texts.ts';
import { findLabels, labelPath } from '../../site/labels.ts';
import { classifyQuery, type SearchQuery } from '../../site/classify.ts';
import { plainTarget, type Target, targetPath, targetText } from './find-targets.ts';

/** Result of looking up an ID, or the beginning of an ID or address, while the user types it. */
export type Lookup =
  /** `no_index`: only a node with an index finds beginnings of IDs and addresses. */
  | { readonly state: 'none' | 'asking' | 'absent' | 'unreachable' | 'no_index' }
  | { readonly state: 'found'; readonly targets: readonly Target[] };

/** One choice below the search field. */
export interface Suggestion {
  readonly href: string;
  readonly text: string;
  /** Stored as a recent search when it is chosen. */
  readonly query: string;
}

/** Suggestions and hint for a text. */
export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  /** Shown below the suggestions; empty for none. */
  readonly hint: string;
  /** True if the text is invalid, an address of another network, or an ID (or its beginning) that was not found. */
  readonly bad: boolean;
}

const NOTHING: Suggestions = { suggestions: [], hint: '', bad: false };

/** Data that the suggestions depend on, in addition to the text. */
interface Known {
  readonly status: ExplorerStatus | undefined;
  readonly lookup: Lookup;
  /** Recent searches, suggested while the field is empty. */
  readonly recent: readonly string[];
  /** The user's labels. */
  readonly labels: readonly LabelRecord[];
}

/** Maximum number of labels suggested. */
const MOST_LABELS = 5;

type LookedUp = Extract<SearchQuery, { kind: 'hash' | 'prefix' }>;

/** Suggestions for a text, by its form and by the labels that contain it. */
export function suggest(text: string, known: Known, translations: Translations): Suggestions {
  const byQuery = suggestByForm(text, known, translations);
  const labels = suggestLabels(text, known.labels, translations);
  if (labels.length === 0) return byQuery;
  // If a label matches, the text is not reported as invalid.
  const byForm = byQuery.bad ? NOTHING : byQuery;
  // A word can also have the form of the beginning of an address: labels come first then.
  const isPart = classifyQuery(text).kind === 'prefix';
  const [first, second] = isPart ? [labels, byForm.suggestions] : [byForm.suggestions, labels];
  return { ...byForm, suggestions: [...first, ...second] };
}

function suggestLabels(
  text: string,
  records: readonly LabelRecord[],
  translations: Translations,
): Suggestion[] {
  return findLabels(records, text)
    .slice(0, MOST_LABELS)
    .map((record) => ({
      href: labelPath(record, translations),
      text: translations.t(`search.labelled.${record.type}`, {
        label: record.label,
        reference: translations.shortReference(record.ref),
      }),
      query: record.ref,
    }));
}

function suggestByForm(text: string, known: Known, translations: Translations): Suggestions {
  const query = classifyQuery(text);
  const { status, lookup, recent } = known;
  if (query.kind === 'empty') {
    const suggestions = recent.map((one) => ({
      href: hrefOf(classifyQuery(one), one, translations),
      text: one,
      query: one,
    }));
    return { ...NOTHING, suggestions };
  }
  if (query.kind === 'unknown')
    return { ...NOTHING, hint: queryProblemText(query.problem, translations.locale), bad: true };
  const kind = kindText(query, status, translations) ?? '';
  if (isForeign(query, status)) return { ...NOTHING, hint: kind, bad: true };
  if (query.kind === 'hash' || query.kind === 'prefix')
    return suggestLookedUp(query, text, lookup, translations);
  return { ...NOTHING, suggestions: [{ href: hrefOf(query, text, translations), text: kind, query: text }] };
}

/** Suggestions for an ID, or for the beginning of an ID or address, by the state of its lookup. */
function suggestLookedUp(
  query: LookedUp,
  text: string,
  lookup: Lookup,
  translations: Translations,
): Suggestions {
  const { t, link } = translations;
  const isPart = query.kind === 'prefix';
  const searchPage = [
    { href: link.search(text.trim()), text: t(isPart ? 'search.part' : 'search.hash'), query: text },
  ];
  switch (lookup.state) {
    case 'found':
      return {
        ...NOTHING,
        suggestions: lookup.targets.map((target) => ({
          href: targetPath(target, translations),
          text: targetText(target, isPart, translations),
          query: isPart ? target.reference : text,
        })),
      };
    case 'absent':
      return { ...NOTHING, hint: t(isPart ? 'search.partNotFound' : 'search.notFound'), bad: true };
    case 'no_index':
      return { ...NOTHING, hint: t('search.noIndex') };
    case 'unreachable':
      return { suggestions: searchPage, hint: t('search.unreachable'), bad: false };
    default:
      return { suggestions: searchPage, hint: t('search.looking'), bad: false };
  }
}

/**
 * Path for a query: that of its page if its form is enough to find it, else that of the search page, which asks the
 * API.
 */
export function hrefOf(query: SearchQuery, text: string, translations: Translations): string {
  const target = plainTarget(query);
  return target === undefined ? translations.link.search(text.trim()) : targetPath(target, translations);
}

/** Description of a query's kind; `undefined` for an empty or invalid one. */
function kindText(
  query: SearchQuery,
  status: ExplorerStatus | undefined,
  { t, locale }: Translations,
): string | undefined {
  switch (query.kind) {
    case 'height':
      return status !== undefined && query.height > status.height && status.height >= 0
        ? t('search.heightAbove', { height: query.height, tip: status.height })
        : t('search.height', { height: query.height });
    case 'hash':
      return t('search.hash');
    case 'address':
      return isForeign(query, status)
        ? t('search.otherNetwork', { network: query.network, shown: status!.network })
        : t('search.address', { network: query.network });
    case 'date':
      return t('search.date', { time: exactTime(query.seconds, { locale, zone: 'utc' }) });
    default:
      return undefined;
  }
}

/** True for an address of a network other than the explorer's. */
function isForeign(query: SearchQuery, status: ExplorerStatus | undefined): boolean {
  return query.kind === 'address' && status !== undefined && query.network !== status.network;
}
