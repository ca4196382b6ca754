import type { ExplorerStatus } from '@cairn/api/explorer';
import { DEVNET_NAMES } from '@cairn/protocol';
import { exactTime, type IconName, type Setting, themeSetting, unitSetting } from '@cairn/ui';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { classifyQuery, type SearchQuery } from '../../site/classify.ts';
import { findLabels, labelPath } from '../../site/labels.ts';
import { LOCALES } from '../../site/locale.ts';
import { queryProblemText } from '../../site/query-problem.ts';
import { SITE_PAGES } from '../../site/pages.ts';
import type { Answer } from '../../site/request.ts';
import { keysSetting, rememberLanguage, zoneSetting } from '../../site/settings.ts';
import { samePageIn } from '../../site/url.ts';
import { type Target, targetPath, targetText } from './find.ts';
import type { Translations } from './texts.ts';

/** One line of the palette: it opens a page or does something. */
export interface Result {
  readonly text: string;
  /** A second text at the end of the line. */
  readonly detail?: string | undefined;
  /** Further words by which it is found. */
  readonly words?: string | undefined;
  /** The address whose face is shown instead of the icon. */
  readonly address?: string | undefined;
  readonly icon: IconName;
  readonly href?: string;
  readonly run?: () => void;
}

/** Groups of results, in the order in which an empty text lists them. */
export type GroupName = 'found' | 'labels' | 'pages' | 'settings';

/** What the palette shows for a text. */
export interface Results {
  /** Without empty ones. */
  readonly groups: readonly { readonly name: GroupName; readonly results: readonly Result[] }[];
  /** Why the chain has nothing for the text, or what is being done; empty for none. */
  readonly hint: string;
  /** True if the text names nothing, so that Enter can only complain. */
  readonly bad: boolean;
}

/** What the results depend on beside the text. */
export interface Known {
  readonly status: ExplorerStatus | undefined;
  /** The answer to `targetsRequest`. */
  readonly answer: Pick<Answer<readonly Target[]>, 'data' | 'failure'>;
  readonly labels: readonly LabelRecord[];
  readonly walletUrl: string | undefined;
}

/** Labels that the palette lists at most. */
const MOST_LABELS = 5;

/** What a text names. */
interface Named extends Pick<Results, 'hint' | 'bad'> {
  readonly chain: readonly Result[];
  readonly labels: readonly Result[];
}

/** What a text names on the chain by its form, and the labels that contain it. @param most labels listed */
export function namedBy(
  text: string,
  known: Pick<Known, 'status' | 'answer' | 'labels'>,
  translations: Translations,
  most = MOST_LABELS,
): Named {
  const { results = [], hint = '', bad = false } = onChain(text, known, translations);
  return { chain: results, labels: labelled(text, known, translations, most), hint, bad };
}

/** The results for a text: what it names, pages, and commands that contain its words. */
export function resultsFor(text: string, known: Known, translations: Translations): Results {
  const { chain, labels, hint, bad } = namedBy(text, known, translations);
  const matches = matcher(text);
  const found = { name: 'found', results: chain } as const;
  const own = [
    { name: 'labels', results: labels },
    { name: 'pages', results: pages(known, translations).filter(matches) },
    { name: 'settings', results: settings(translations).filter(matches) },
  ] as const;
  // A word can also have the form of the beginning of an address: what it names here comes first then.
  const groups = (classifyQuery(text).kind === 'prefix' ? [...own, found] : [found, ...own]).filter(
    (group) => group.results.length > 0,
  );
  const isAnswered = bad && groups.length > 0;
  return { groups, hint: isAnswered ? '' : hint, bad: bad && !isAnswered };
}

/** True for results of which each word of the text begins a word; a number must be the whole one. */
function matcher(text: string): (result: Result) => boolean {
  const wanted = folded(text).split(/\s+/).filter(Boolean);
  return ({ text: name, detail = '', words = '' }) => {
    const known = folded(`${name} ${detail} ${words}`).split(/[^\p{L}\p{N}?]+/u);
    return wanted.every((word) =>
      known.some((one) => (/^\d+$/.test(word) ? one === word : one.startsWith(word))),
    );
  };
}

/** Without case and accents. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

function pages({ status, walletUrl }: Known, translations: Translations): Result[] {
  const { t, link, count } = translations;
  const newest = status !== undefined && status.height >= 0 ? status.height : undefined;
  const icon = 'arrow-right';
  return [
    ...SITE_PAGES.map(({ id, path }) => ({
      text: t(`page.${id}`),
      words: id === 'statistics' ? `${path} ${t('palette.figures')}` : path,
      icon,
      href: link.page(path),
    })),
    ...(newest === undefined
      ? []
      : [
          { text: t('palette.newest'), detail: count(newest), icon, href: link.block(newest) },
          { text: t('palette.first'), words: 'genesis', detail: '0', icon, href: link.block(0) },
        ]),
    ...(walletUrl === undefined ? [] : [{ text: t('palette.wallet'), icon, href: `${walletUrl}/` }]),
  ] as Result[];
}

/** The values of the settings that are not chosen. */
function settings({ t, locale, link }: Translations): Result[] {
  const icon = 'refresh';
  const words = t('palette.group.settings');
  const others = <Value extends string>(
    { values, read, choose }: Setting<Value>,
    textOf: (value: Value) => string,
  ) =>
    values
      .filter((value) => value !== read())
      .map((value): Result => ({ text: textOf(value), words, icon, run: () => choose(value) }));
  const languages = LOCALES.filter((one) => one !== locale).map((one): Result => ({
    text: t(`palette.language.${one}`),
    words,
    icon,
    run: () => {
      rememberLanguage(one);
      location.assign(samePageIn(one, new URL(location.href)) + location.hash);
    },
  }));
  return [
    ...others(themeSetting, (value) => t(`palette.theme.${value}`)),
    ...others(unitSetting, (value) => t(`palette.unit.${value}`)),
    ...others(zoneSetting, (value) => t(`palette.zone.${value}`)),
    ...others(keysSetting, (value) => t(`palette.singleKeys.${value}`)),
    ...languages,
    { text: t('palette.keys'), detail: '?', icon: 'info', href: link.keys() },
  ];
}

/** The reader's labels that contain the text, then the usual names of devnet's public accounts. */
function labelled(
  text: string,
  { labels, status }: Pick<Known, 'labels' | 'status'>,
  translations: Translations,
  most: number,
): Result[] {
  const own = new Set(labels.filter(({ label }) => label !== '').map(({ ref }) => ref));
  const usual = [...(status?.network === 'devnet' ? DEVNET_NAMES : [])].flatMap(
    ([ref, label]): LabelRecord[] => (own.has(ref) ? [] : [{ type: 'addr', ref, label, watched: false }]),
  );
  return [labels, usual].flatMap((records) =>
    findLabels(records, text)
      .slice(0, most)
      .map(({ type, ref, label, ...record }) => ({
        text: label,
        detail: translations.t(`palette.labelled.${type}`, { reference: translations.shortReference(ref) }),
        address: type === 'addr' ? ref : undefined,
        icon: 'search' as const,
        href: labelPath({ type, ref, label, ...record }, translations),
      })),
  );
}

interface OnChain {
  readonly results?: readonly Result[];
  readonly hint?: string;
  readonly bad?: boolean;
}

/** What a text names on the chain. */
function onChain(
  text: string,
  { status, answer }: Pick<Known, 'status' | 'answer'>,
  translations: Translations,
): OnChain {
  const query = classifyQuery(text);
  const { t, locale, link } = translations;
  const only = (name: string, href: string, address?: string): OnChain => ({
    results: [{ text: name, icon: 'search', href, address }],
  });
  switch (query.kind) {
    case 'empty':
      return {};
    case 'unknown':
      return { hint: queryProblemText(query.problem, locale), bad: true };
    case 'height': {
      const { height } = query;
      const isAbove = status !== undefined && status.height >= 0 && height > status.height;
      const name = isAbove
        ? t('search.heightAbove', { height, tip: status.height })
        : t('search.foundBlock', { height });
      return only(name, link.block(height));
    }
    case 'address': {
      const { network, address } = query;
      return status !== undefined && network !== status.network
        ? { hint: t('search.otherNetwork', { network, shown: status.network }), bad: true }
        : only(t('search.address', { network }), link.address(address), address);
    }
    case 'date': {
      const time = exactTime(query.seconds, { locale, zone: 'utc' });
      return only(t('search.date', { time }), link.search(text.trim()));
    }
    default:
      return lookedUp(query, text.trim(), answer, translations);
  }
}

/** What an ID, or the beginning of an ID or address, names by the API's answer. */
function lookedUp(
  query: Extract<SearchQuery, { kind: 'hash' | 'prefix' }>,
  text: string,
  { data, failure }: Known['answer'],
  translations: Translations,
): OnChain {
  const { t, link } = translations;
  const isPart = query.kind === 'prefix';
  if (failure?.kind === 'index') return { hint: t('search.noIndex') };
  if (data === undefined) {
    const name = t(isPart ? 'search.part' : 'search.hash');
    return {
      results: [{ text: name, icon: 'search', href: link.search(text) }],
      hint: t(failure === undefined ? 'search.looking' : 'search.unreachable'),
    };
  }
  if (data.length > 0)
    return {
      results: data.map((target) => ({
        text: targetText(target, isPart, translations),
        icon: 'search',
        address: target.page === 'address' ? target.reference : undefined,
        href: targetPath(target, translations),
      })),
    };
  if (isPart) return { hint: t('search.partNotFound'), bad: true };
  // A payment that was just sent is in no block yet: its page waits for it.
  return {
    results: [{ text: t('search.wait'), icon: 'search', href: link.transaction(query.hash) }],
    hint: t('search.notFound'),
  };
}
