import type { ExplorerStatus } from '@cairn/api/explorer';
import { DEVNET_NAMES } from '@cairn/protocol';
import { exactTime, type Theme, type Unit, UNITS } from '@cairn/ui';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { classifyQuery, type SearchQuery } from '../../site/classify.ts';
import { findLabels, labelPath } from '../../site/labels.ts';
import { type Locale, LOCALES } from '../../site/locale.ts';
import { queryProblemText } from '../../site/query-problem.ts';
import type { TimeZoneChoice } from '../../site/time-zone.ts';
import { plainTarget, type Target, targetPath, targetText } from './find-targets.ts';
import { SITE_PAGES } from './pages.ts';
import { translationsFor as pageTexts } from './pages.texts.ts';
import type { Translations } from './texts.ts';

/** What the palette does with a result that is chosen. */
export type Command =
  /** @property query stored as a recent search */
  | { readonly kind: 'open'; readonly href: string; readonly query?: string }
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'theme'; readonly value: Theme }
  | { readonly kind: 'unit'; readonly value: Unit }
  | { readonly kind: 'zone'; readonly value: TimeZoneChoice }
  | { readonly kind: 'language'; readonly value: Locale }
  | { readonly kind: 'keys' | 'forget' };

/** One line of the palette. */
export interface Result {
  readonly text: string;
  /** A second text at the end of the line. */
  readonly detail?: string | undefined;
  /** The address whose face is shown. */
  readonly address?: string | undefined;
  readonly command: Command;
}

/** Groups of results, in the order in which an empty text lists them. */
export type GroupName = 'recent' | 'found' | 'labels' | 'here' | 'pages' | 'settings';

export interface Group {
  readonly name: GroupName;
  readonly results: readonly Result[];
}

/** What the palette shows for a text. */
export interface Results {
  /** Without empty ones. */
  readonly groups: readonly Group[];
  /** Why the chain has nothing for the text, or what is being done; empty for none. */
  readonly hint: string;
  /** True if the text names nothing, so that Enter can only complain. */
  readonly bad: boolean;
}

/** Result of looking up an ID, or the beginning of an ID or address, while the user types it. */
export type Lookup =
  /** `no_index`: only a node with an index finds beginnings of IDs and addresses. */
  | { readonly state: 'none' | 'asking' | 'absent' | 'unreachable' | 'no_index' }
  | { readonly state: 'found'; readonly targets: readonly Target[] };

/** The block, transaction or address that the current page is about. */
export interface Subject {
  readonly kind: Target['page'];
  readonly reference: string;
}

/** What the results depend on beside the text. */
export interface Known {
  readonly status: ExplorerStatus | undefined;
  readonly lookup: Lookup;
  /** Recent searches, newest first. */
  readonly recent: readonly string[];
  readonly labels: readonly LabelRecord[];
  readonly subject: Subject | undefined;
  /** URL of the current page. */
  readonly url: string;
  readonly walletUrl: string | undefined;
  /** The settings as they are: only others are offered. */
  readonly settings: { readonly theme: Theme; readonly unit: Unit; readonly zone: TimeZoneChoice };
}

/** Maximum number of labels listed. */
const MOST_LABELS = 5;

/** The results for a text: what it names on the chain by its form, labels, pages, and commands that contain its words. */
export function resultsFor(text: string, known: Known, translations: Translations): Results {
  const query = classifyQuery(text);
  const onChain = byForm(query, text, known, translations);
  const isMatch = matcher(text);
  const own: Group[] = [
    {
      name: 'labels',
      results: [...labelled(text, known.labels, translations), ...named(text, known, translations)],
    },
    { name: 'here', results: aboutThisPage(known, translations).filter(isMatch).map(plain) },
    { name: 'pages', results: pages(known, translations).filter(isMatch).map(plain) },
    { name: 'settings', results: settings(known, translations).filter(isMatch).map(plain) },
  ];
  const found: Group = { name: query.kind === 'empty' ? 'recent' : 'found', results: onChain.results };
  // A word can also have the form of the beginning of an address: what it names here comes first then.
  const groups = query.kind === 'prefix' ? [...own, found] : [found, ...own];
  const shown = groups.filter(({ results }) => results.length > 0);
  const isAnswered = onChain.bad && shown.length > 0;
  return { groups: shown, hint: isAnswered ? '' : onChain.hint, bad: onChain.bad && !isAnswered };
}

/** A result with the words by which it is found. */
interface Findable extends Result {
  readonly words: string;
}

const plain = ({ text, detail, command }: Findable): Result => ({ text, detail, command });

/** True for results of which each word of the text begins a word. */
function matcher(text: string): (result: Findable) => boolean {
  const wanted = folded(text).split(/\s+/).filter(Boolean);
  return ({ text: name, words }) => {
    const known = folded(`${name} ${words}`).split(/[^\p{L}\p{N}?]+/u);
    return wanted.every((word) => known.some((one) => one.startsWith(word)));
  };
}

/** Without case and accents. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

function pages({ status, walletUrl }: Known, translations: Translations): Findable[] {
  const { t, link, locale } = translations;
  const { t: page } = pageTexts(locale);
  const all: Findable[] = SITE_PAGES.map(({ id, path }) => ({
    text: page(`page.${id}`),
    words: page(`pageWords.${id}`),
    command: { kind: 'open', href: link.page(path) },
  }));
  if (status !== undefined && status.height >= 0)
    all.push({
      text: t('palette.newest'),
      words: '',
      detail: translations.count(status.height),
      command: { kind: 'open', href: link.block(status.height) },
    });
  if (walletUrl !== undefined)
    all.push({ text: t('palette.wallet'), words: '', command: { kind: 'open', href: `${walletUrl}/` } });
  return all;
}

function aboutThisPage({ subject, url }: Known, { t, shortReference }: Translations): Findable[] {
  const copy = (text: string, value: string, detail?: string): Findable => ({
    text,
    words: t('palette.copyWords'),
    detail,
    command: { kind: 'copy', text: value },
  });
  return [
    ...(subject === undefined
      ? []
      : [copy(t(`palette.copy.${subject.kind}`), subject.reference, shortReference(subject.reference))]),
    copy(t('palette.copyLink'), url),
  ];
}

function settings({ settings: now, recent }: Known, { t, locale }: Translations): Findable[] {
  const themes: readonly Theme[] = ['light', 'dark', 'system'];
  const zones: readonly TimeZoneChoice[] = ['utc', 'local'];
  const result = (text: string, words: string, command: Command): Findable => ({ text, words, command });
  return [
    ...themes
      .filter((value) => value !== now.theme)
      .map((value) => result(t(`palette.theme.${value}`), t('palette.themeWords'), { kind: 'theme', value })),
    ...UNITS.filter((value) => value !== now.unit).map((value) =>
      result(t(`palette.unit.${value}`), t('palette.unitWords'), { kind: 'unit', value }),
    ),
    ...zones
      .filter((value) => value !== now.zone)
      .map((value) => result(t(`palette.zone.${value}`), t('palette.zoneWords'), { kind: 'zone', value })),
    ...LOCALES.filter((value) => value !== locale).map((value) =>
      result(t(`palette.language.${value}`), t('palette.languageWords'), { kind: 'language', value }),
    ),
    result(t('palette.keys'), t('palette.keysWords'), { kind: 'keys' }),
    ...(recent.length === 0 ? [] : [result(t('search.forget'), '', { kind: 'forget' })]),
  ];
}

function labelled(text: string, records: readonly LabelRecord[], translations: Translations): Result[] {
  return findLabels(records, text)
    .slice(0, MOST_LABELS)
    .map((record) => ({
      text: record.label,
      detail: translations.t(`palette.labelled.${record.type}`, {
        reference: translations.shortReference(record.ref),
      }),
      address: record.type === 'addr' ? record.ref : undefined,
      command: { kind: 'open', href: labelPath(record, translations), query: record.ref },
    }));
}

/** Devnet's public accounts, by the names that the pages show. */
function named(text: string, { status, labels }: Known, translations: Translations): Result[] {
  if (status?.network !== 'devnet') return [];
  const records = [...DEVNET_NAMES].map(
    ([ref, label]) => ({ type: 'addr', ref, label, watched: false }) as const,
  );
  const own = new Set(labels.filter(({ label }) => label !== '').map(({ ref }) => ref));
  return labelled(
    text,
    records.filter(({ ref }) => !own.has(ref)),
    translations,
  );
}

interface OnChain {
  readonly results: readonly Result[];
  readonly hint: string;
  readonly bad: boolean;
}

const NOTHING: OnChain = { results: [], hint: '', bad: false };

/** What a text names on the chain. Recent searches for an empty one. */
function byForm(query: SearchQuery, text: string, known: Known, translations: Translations): OnChain {
  const { status } = known;
  const { t, locale, link } = translations;
  const only = (name: string, href: string, address?: string): OnChain => ({
    ...NOTHING,
    results: [{ text: name, address, command: { kind: 'open', href, query: text.trim() } }],
  });
  switch (query.kind) {
    case 'empty':
      return { ...NOTHING, results: known.recent.map((one) => recentSearch(one, translations)) };
    case 'unknown':
      return { ...NOTHING, hint: queryProblemText(query.problem, locale), bad: true };
    case 'height': {
      const isAbove = status !== undefined && status.height >= 0 && query.height > status.height;
      const name = isAbove
        ? t('search.heightAbove', { height: query.height, tip: status.height })
        : t('search.height', { height: query.height });
      return only(name, link.block(query.height));
    }
    case 'address': {
      const { network, address } = query;
      if (status !== undefined && network !== status.network)
        return { ...NOTHING, hint: t('search.otherNetwork', { network, shown: status.network }), bad: true };
      return only(t('search.address', { network }), link.address(address), address);
    }
    case 'date': {
      const time = exactTime(query.seconds, { locale, zone: 'utc' });
      return only(t('search.date', { time }), link.search(text.trim()));
    }
    default:
      return lookedUp(query, text.trim(), known.lookup, translations);
  }
}

/** What an ID, or the beginning of an ID or address, names by the state of its lookup. */
function lookedUp(
  named: Extract<SearchQuery, { kind: 'hash' | 'prefix' }>,
  query: string,
  lookup: Lookup,
  translations: Translations,
): OnChain {
  const { t, link } = translations;
  const isPart = named.kind === 'prefix';
  const searchPage: Result[] = [
    {
      text: t(isPart ? 'search.part' : 'search.hash'),
      command: { kind: 'open', href: link.search(query), query },
    },
  ];
  switch (lookup.state) {
    case 'found':
      return {
        ...NOTHING,
        results: lookup.targets.map((target) => targetResult(target, isPart, translations)),
      };
    case 'absent': {
      if (named.kind === 'prefix') return { ...NOTHING, hint: t('search.partNotFound'), bad: true };
      // A payment that was just sent is in no block yet: its page waits for it.
      const href = link.transaction(named.hash);
      const results: Result[] = [{ text: t('search.wait'), command: { kind: 'open', href, query } }];
      return { results, hint: t('search.notFound'), bad: false };
    }
    case 'no_index':
      return { ...NOTHING, hint: t('search.noIndex') };
    case 'unreachable':
      return { results: searchPage, hint: t('search.unreachable'), bad: false };
    default:
      return { results: searchPage, hint: t('search.looking'), bad: false };
  }
}

function targetResult(target: Target, isPart: boolean, translations: Translations): Result {
  return {
    text: targetText(target, isPart, translations),
    address: target.page === 'address' ? target.reference : undefined,
    command: { kind: 'open', href: targetPath(target, translations), query: target.reference },
  };
}

function recentSearch(text: string, translations: Translations): Result {
  const query = classifyQuery(text);
  const target = plainTarget(query);
  return {
    text,
    address: query.kind === 'address' ? query.address : undefined,
    command: {
      kind: 'open',
      href: target === undefined ? translations.link.search(text) : targetPath(target, translations),
      query: text,
    },
  };
}
