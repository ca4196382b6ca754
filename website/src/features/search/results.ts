import type { ExplorerStatus } from '@cairn/api/explorer';
import { DEVNET_NAMES, parsePebbles } from '@cairn/protocol';
import { exactTime, type IconName, type Setting, themeSetting } from '@cairn/ui';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { classifyQuery, type SearchQuery } from '../../site/classify.ts';
import { labelPath } from '../../site/labels.ts';
import { LOCALES } from '../../site/locale.ts';
import { otherNetworkText, queryProblemText } from '../../site/query-problem.ts';
import { SITE_PAGES, SITE_PARTS } from '../../site/pages.ts';
import type { Answer } from '../../site/request.ts';
import { keysSetting, rememberLanguage, zoneSetting } from '../../site/settings.ts';
import { samePageIn } from '../../site/url.ts';
import { showKeys } from './keys.tsx';
import type { Target } from './lookup.ts';
import type { Translations } from './texts.ts';

/** One result: it opens a page or does something. */
export interface Result {
  readonly text: string;
  /** A second text at the end of the line. */
  readonly detail?: string | undefined;
  /** Further words by which it is found. */
  readonly words?: string | undefined;
  /** The address whose face is shown instead of the icon. */
  readonly address?: string | undefined;
  readonly icon: IconName;
  readonly href?: string | undefined;
  readonly run?: (() => void) | undefined;
}

/** What a search finds. */
export interface Results {
  /** The best first, without empty ones. */
  readonly groups: readonly Group[];
  /** Why the chain has nothing for the text, or what is being done; empty for none. */
  readonly hint: string;
  /** True while the API has not answered. */
  readonly isOpen: boolean;
  /** Path of the only page of the chain that the text names. */
  readonly only: string | undefined;
}

export interface Group {
  /** `examples`, of what can be searched, alone: where nothing is found. */
  readonly name: 'chain' | 'labels' | 'pages' | 'settings' | 'examples';
  readonly results: readonly Result[];
}

/** What the results depend on beside the text. */
export interface Known {
  readonly status: ExplorerStatus | undefined;
  /** The answer to `lookup`. */
  readonly answer: Pick<Answer<readonly Target[]>, 'data' | 'failure'>;
  /** The reader's; `undefined` on the server and in the first rendering, which know neither labels nor settings. */
  readonly labels: readonly LabelRecord[] | undefined;
  readonly walletUrl: string | undefined;
}

/** Most labels that are listed. */
const MOST_LABELS = 10;

/** The one ranking of the site: what the text names on the chain, then labels, pages and settings that have its words. */
export function resultsFor(text: string, known: Known, translations: Translations): Results {
  const query = classifyQuery(text);
  const chain = onChain(query, known, translations);
  const best = ranking(text);
  const own = [
    { name: 'labels', results: text.trim() ? best(labels(known, translations)).slice(0, MOST_LABELS) : [] },
    { name: 'pages', results: best(pages(known, translations)) },
    { name: 'settings', results: known.labels ? best(settings(translations)) : [] },
  ] as const;
  const found = { name: 'chain', results: chain.results ?? [] } as const;
  // A word can have the form of the beginning of an address: what it names here comes first then.
  const groups = (query.kind === 'prefix' ? [...own, found] : [found, ...own]).filter(
    ({ results }) => results.length > 0,
  );
  const { hint = '', isOpen = false, only } = chain;
  // That the chain has nothing does not matter where something else is found.
  const isMoot = chain.results === undefined && !isOpen && groups.length > 0;
  const isNone = groups.length === 0 && !isOpen;
  return {
    groups: isNone ? [{ name: 'examples', results: examples(known, translations) }] : groups,
    hint: isMoot ? '' : hint,
    isOpen,
    only,
  };
}

/** True if nothing was found. */
export const isNothing = ({ groups }: Results): boolean => groups[0]?.name === 'examples';

/** What can be searched, by things of this chain. */
function examples(known: Known, translations: Translations): Result[] {
  const { t, link, count } = translations;
  const { height = -1, tip_id: id } = known.status ?? {};
  const icon = 'search';
  const ofChain: readonly Result[] =
    id === undefined || height < 0
      ? []
      : [
          { text: count(height), detail: t('search.example.height'), icon, href: link.block(height) },
          { text: id.slice(0, 8), detail: t('search.example.prefix'), icon, href: link.block(id) },
        ];
  const [words, ago] = [t('search.example.words'), t('search.example.ago')];
  return [
    ...ofChain,
    { text: ago, detail: t('search.example.time'), icon, href: link.search(ago) },
    { text: words, detail: t('search.example.page'), icon, href: link.search(words) },
    ...labels(known, translations).slice(0, 1),
  ];
}

/** Keeps the results of which each word of the text begins a word, first those that begin with the text. */
function ranking(text: string): (results: readonly Result[]) => Result[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0 && text.trim() !== '') return () => []; // signs alone
  const begins = ({ text: name }: Result) => wordsOf(name).join(' ').startsWith(wanted.join(' '));
  return (results) => {
    const found = results.filter(({ text: name, words = '' }) => {
      const known = wordsOf(`${name} ${words}`);
      return wanted.every((word) => known.some((one) => one.startsWith(word)));
    });
    return [...found.filter(begins), ...found.filter((one) => !begins(one))];
  };
}

/** The words of a text, without case and accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}?]+/u)
    .filter(Boolean);

/** The reader's labels, then the usual names of devnet's public accounts. */
function labels({ labels: stored = [], status }: Known, translations: Translations): Result[] {
  const own = stored.filter(({ label }) => label !== '');
  const refs = new Set(own.map(({ ref }) => ref));
  const usual = [...(status?.network === 'devnet' ? DEVNET_NAMES : [])]
    .filter(([ref]) => !refs.has(ref))
    .map(([ref, label]) => ({ type: 'addr', ref, label }) as const);
  return [...own, ...usual].map(({ type, ref, label }) => ({
    text: label,
    detail: translations.t(`search.labelled.${type}`, { reference: translations.shortReference(ref) }),
    address: type === 'addr' ? ref : undefined,
    icon: 'search',
    href: labelPath({ type, ref }, translations),
  }));
}

function pages({ status, walletUrl }: Known, { t, link, count }: Translations): Result[] {
  const newest = status?.height ?? -1;
  const icon = 'arrow-right';
  const blocks = [
    { text: t('search.newest'), detail: count(newest), icon, href: link.block(newest) },
    { text: t('search.first'), words: 'genesis', detail: '0', icon, href: link.block(0) },
  ] as const;
  return [
    ...[...SITE_PAGES, ...SITE_PARTS].map(({ id, path }) => ({
      text: t(`page.${id}`),
      words: id === 'statistics' ? `${path} ${t('search.figures')}` : path,
      icon,
      href: link.page(path),
    })),
    ...(newest < 0 ? [] : blocks),
    ...(walletUrl === undefined ? [] : [{ text: t('search.wallet'), icon, href: `${walletUrl}/` }]),
  ] as Result[];
}

/** The values of the settings that are not chosen, and the keys where there is a keyboard. */
function settings(translations: Translations): Result[] {
  const { t, locale } = translations;
  const command = (text: string, run: () => void): Result => ({
    text,
    words: t('search.group.settings'),
    icon: 'sliders',
    run,
  });
  const others = <Value extends string>(setting: Setting<Value>, textOf: (value: Value) => string) =>
    setting.values
      .filter((value) => value !== setting.get())
      .map((value) => command(textOf(value), () => setting.choose(value)));
  const isTouched = globalThis.matchMedia?.('(pointer: coarse)').matches;
  return [
    ...others(themeSetting, (value) => t(`search.theme.${value}`)),
    ...others(zoneSetting, (value) => t(`time.${value}Hint`)),
    ...LOCALES.filter((one) => one !== locale).map((one) =>
      command(t(`search.language.${one}`), () => {
        rememberLanguage(one);
        location.assign(samePageIn(one, new URL(location.href)) + location.hash);
      }),
    ),
    ...(isTouched ? [] : others(keysSetting, (value) => t(`search.singleKeys.${value}`))),
    ...(isTouched ? [] : [{ ...command(t('keys.title'), () => showKeys(locale)), detail: '?', words: '?' }]),
  ];
}

/** What a text names on the chain. */
type OnChain = Partial<Omit<Results, 'groups'> & { readonly results: readonly Result[] }>;

function onChain(query: SearchQuery, { status, answer }: Known, translations: Translations): OnChain {
  const { t, locale, link } = translations;
  const found = (targets: readonly Target[], note?: string): OnChain => {
    const results = targets.map((target): Result => {
      const { page, reference, height = 0 } = target;
      return {
        text: t(`search.found.${page}`, { height }),
        detail: note ?? detailOf(target, translations),
        icon: 'search',
        address: page === 'address' ? reference : undefined,
        href: link[page](reference),
      };
    });
    return { results, only: results.length === 1 ? results[0]!.href : undefined };
  };
  switch (query.kind) {
    case 'empty':
      return {};
    case 'unknown':
      return { hint: queryProblemText(query.problem, locale) };
    case 'height': {
      const { height } = query;
      const tip = status?.height ?? -1;
      const isAbove = tip >= 0 && height > tip;
      const { block } = answer.data?.[0] ?? {};
      return found(
        [{ page: 'block', reference: String(height), height, block }],
        isAbove ? t('search.above', { tip }) : undefined,
      );
    }
    case 'address': {
      const { network, address } = query;
      if (status !== undefined && network !== status.network)
        return { hint: otherNetworkText(network, status.network, locale) };
      return found([{ page: 'address', reference: address, amount: answer.data?.[0]?.amount }]);
    }
    default:
  }
  const { data, failure } = answer;
  if (failure?.kind === 'index') return { hint: t('search.noIndex') };
  if (data === undefined)
    return { hint: t(failure === undefined ? 'search.looking' : 'search.unreachable'), isOpen: true };
  // Before all blocks: the first one, and which time was meant.
  const isEarly = query.kind === 'date' && data[0]?.block === undefined;
  if (data.length > 0)
    return found(data, isEarly ? exactTime(query.seconds, { locale, zone: 'utc' }) : undefined);
  if (query.kind !== 'hash') return { hint: t('search.partNotFound') };
  // A payment that was just sent is in no block yet: its page can watch for it.
  return {
    results: [{ text: t('search.wait'), icon: 'search', href: link.transaction(query.hash) }],
    hint: t('search.notFound'),
  };
}

/** What the API has said of a page, or its reference in short. */
function detailOf(
  { page, reference, block, amount: pebbles }: Target,
  translations: Translations,
): string | undefined {
  const { t, amount, locale, shortReference } = translations;
  if (block !== undefined) {
    const transactions = t('common.transactions', { count: block.transaction_count });
    return `${transactions} · ${exactTime(block.timestamp, { locale, zone: 'utc' })}`;
  }
  if (pebbles !== undefined) return amount(parsePebbles(pebbles));
  return page === 'block' && /^\d{1,10}$/.test(reference) ? undefined : shortReference(reference);
}
