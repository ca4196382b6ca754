import type { Request } from './load.ts';

/** Blocks and pages of the block list that are asked for, drawn evenly: there are few. */
const COUNT = 5_000;
/** Targets that are drawn as people ask, many of them several times. */
const POPULAR = 2_000;
/** Targets of a run that are asked for once, a second of it: more than are asked for. */
const ONCE_A_SECOND = 40_000;
/** Transactions whose IDs are learnt, and addresses: for three runs of five seconds. */
const LEARNT = 15 * ONCE_A_SECOND;
/** Items of a page without a `limit`, and of the pages that IDs and addresses are learnt from. */
const PAGE = 25;
const SAMPLE_PAGE = 100;

/** Existing identifiers to request, read from the API itself. */
export interface Known {
  readonly blocks: number;
  readonly transactions: number;
  readonly addresses: number;
  readonly blockIds: readonly string[];
  readonly transactionIds: readonly string[];
  /** With the number of their transactions. */
  readonly accounts: readonly Account[];
  /** Drawn by `rankBelow`, the newest most often. */
  readonly popularIds: readonly string[];
  /** Drawn by `rankBelow`, the richest most often. */
  readonly popularAccounts: readonly Account[];
  /** The account with the longest history: the one that funded the others. */
  readonly longest: Account;
}

interface Account {
  readonly address: string;
  readonly count: number;
}

interface List<T> {
  readonly items: readonly T[];
  readonly pagination: { readonly total: number };
}

/** @returns the JSON of an answer @throws Error for any status but 200 */
export async function get<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** @param base of a node whose index is ready */
export async function learnTargets(base: string): Promise<Known> {
  const api = `${base}/api/v1`;
  const { stats } = await get<{ stats: { blocks: number; transactions: number; addresses: number } }>(
    `${api}/stats`,
  );
  const { blocks, transactions, addresses } = stats;
  const blockIds: string[] = [];
  for (let height = 0; height < blocks; height += 1) {
    blockIds.push((await get<{ block: { id: string } }>(`${api}/blocks/${height}`)).block.id);
  }
  const feedPages = samplePages(`${api}/transactions`, transactions);
  const transactionIds = (await sample<{ id: string }>(feedPages)).map(({ id }) => id);
  const accounts = (await sample<RankedAccount>(samplePages(`${api}/addresses`, addresses))).map(accountOf);
  const popularIds: string[] = [];
  const popularAccounts: Account[] = [];
  for (let draw = 0; draw < POPULAR; draw += 1) {
    const at = (total: number): string => `limit=1&offset=${rankBelow(total)}`;
    const feed = await get<List<{ id: string }>>(`${api}/transactions?${at(transactions)}`);
    popularIds.push(...feed.items.map(({ id }) => id));
    const ranking = await get<List<RankedAccount>>(`${api}/addresses?${at(addresses)}`);
    popularAccounts.push(...ranking.items.map(accountOf));
  }
  const longest = await learnLongest(api);
  const known = { blocks, transactions, addresses, blockIds, transactionIds, accounts };
  return { ...known, popularIds, popularAccounts, longest };
}

/** Pages all over a list, of which they give three runs of items, in an order that no index has. */
function samplePages(list: string, total: number): string[] {
  const pages = Math.ceil(Math.min(total, LEARNT) / SAMPLE_PAGE);
  const step = total / pages;
  return shuffled(
    Array.from(
      { length: pages },
      (_, page) => `${list}?limit=${SAMPLE_PAGE}&offset=${Math.floor(page * step)}`,
    ),
  );
}

async function sample<Item>(pages: readonly string[]): Promise<Item[]> {
  const items: Item[] = [];
  for (const page of pages) items.push(...(await get<List<Item>>(page)).items);
  return shuffled(items);
}

interface RankedAccount {
  readonly address: string;
  readonly transaction_count: number;
}

function accountOf({ address, transaction_count: count }: RankedAccount): Account {
  return { address, count };
}

/** Block 1 is the one that funds the accounts. */
async function learnLongest(api: string): Promise<Account> {
  const { items } = await get<List<{ from_address: string }>>(`${api}/blocks/1/transactions?limit=2`);
  const address = items[1]!.from_address;
  const { pagination } = await get<List<unknown>>(`${api}/addresses/${address}/transactions?limit=1`);
  return { address, count: pagination.total };
}

type Targets = Readonly<Record<string, readonly Request[]>>;

/**
 * The routes whose rates are measured, asked as people ask: the n-th newest transaction or page, or the n-th richest
 * account, 1/n times as often as the first (Zipf's law, which what is asked of web servers follows).
 */
export function routeTargets(known: Known): Targets {
  const { blocks, transactions, addresses } = known;
  return {
    'block by height': many(() => `/blocks/${below(blocks)}`),
    'block by hash': many(() => `/blocks/${pick(known.blockIds)}`),
    transaction: known.popularIds.map((id) => toRequest(`/transactions/${id}`)),
    address: known.popularAccounts.map(({ address }) => toRequest(`/addresses/${address}`)),
    'block transactions': many(
      () => `/blocks/${1 + below(blocks - 1)}/transactions?offset=${pageBelow(1_000)}`,
      POPULAR,
    ),
    'block list': many(() => `/blocks?before_height=${blocks - below(blocks >> 1)}&offset=${below(4)}`),
    feed: many(() => `/transactions?offset=${pageBelow(transactions)}`, POPULAR),
    history: known.popularAccounts.map((account) => toRequest(historyOf(account, pageBelow))),
    ranking: many(() => `/addresses?offset=${pageBelow(addresses)}`, POPULAR),
    statistics: [{ path: '/api/v1/stats' }], // it has no parameter, nor has the next one
    status: [{ path: '/api/v1/status' }],
  };
}

/** Cost of an answer without any cache. */
export interface OnceTargets {
  readonly name: string;
  /** The targets of a run, from places all over the chain, hardly any of which was asked for in a run before. */
  readonly requestsOf: (run: number) => readonly Request[];
}

/**
 * There are fewer addresses than requests of a run, but no answer is remembered of a single one.
 * @param seconds of a run, warming up included
 */
export function onceTargets(known: Known, seconds: number): OnceTargets[] {
  const { transactions, addresses, accounts, transactionIds } = known;
  const count = Math.ceil(seconds * ONCE_A_SECOND);
  const anew = (name: string, path: () => string): OnceTargets => ({
    name,
    requestsOf: () => many(path, count),
  });
  const idsOf = (run: number): readonly string[] => {
    const runs = Math.max(1, Math.floor(transactionIds.length / count));
    return transactionIds.slice((run % runs) * count, ((run % runs) + 1) * count);
  };
  return [
    { name: 'transaction', requestsOf: (run) => idsOf(run).map((id) => toRequest(`/transactions/${id}`)) },
    anew('address', () => `/addresses/${pick(accounts).address}`),
    anew('feed', () => `/transactions?offset=${below(transactions - PAGE)}`),
    anew('history', () => historyOf(pick(accounts), (count) => below(count - PAGE))),
    anew('ranking', () => `/addresses?offset=${below(addresses - PAGE)}&limit=${1 + below(2 * PAGE)}`),
  ];
}

/** Pages at the beginning and near the end of the two lists without bound. */
export function depthTargets({ transactions, longest }: Known): Readonly<Record<string, DepthTargets>> {
  const feed = (offset: number): string => `/transactions?offset=${offset}`;
  const history = (offset: number): string => `/addresses/${longest.address}/transactions?offset=${offset}`;
  return { feed: bothEnds(feed, transactions), history: bothEnds(history, longest.count) };
}

/** Requests for the first pages and for the last ones. */
export interface DepthTargets {
  readonly shallow: readonly Request[];
  readonly deep: readonly Request[];
  /** The smallest offset of the deep ones. */
  readonly from: number;
}

/** More than are asked for in a run: each of these is requested once, so no answer comes from the cache. */
const DEPTH_COUNT = 40_000;

function bothEnds(path: (offset: number) => string, total: number): DepthTargets {
  const span = Math.max(1, Math.min(DEPTH_COUNT, Math.floor(total / 4)));
  const from = Math.max(0, total - 2 * PAGE - span);
  const requests = (first: number): Request[] =>
    Array.from({ length: DEPTH_COUNT }, (_, index) => {
      // A short list is walked through several times, with pages of other lengths around the usual one.
      const round = Math.floor(index / span) % PAGE;
      const limit = PAGE + (round % 2 === 0 ? round / 2 : -(round + 1) / 2);
      return toRequest(`${path(first + (index % span))}&limit=${limit}`);
    });
  return { shallow: requests(0), deep: requests(from), from };
}

/** The same look-ups with the tags that the node gives them. */
export async function taggedTargets(base: string, requests: readonly Request[]): Promise<Request[]> {
  const tagged: Request[] = [];
  for (const { path } of requests) {
    const response = await fetch(`${base}${path}`);
    await response.arrayBuffer();
    tagged.push({ path, tag: response.headers.get('etag')! });
  }
  return tagged;
}

function historyOf({ address, count }: Account, place: (count: number) => number): string {
  return `/addresses/${address}/transactions?offset=${place(count)}`;
}

function many(path: () => string, count = COUNT): Request[] {
  return Array.from({ length: count }, () => toRequest(path()));
}

function toRequest(path: string): Request {
  return { path: `/api/v1${path}` };
}

/** A whole number from 0 to below the bound; 0 where there is none. */
function below(bound: number): number {
  return bound <= 0 ? 0 : Math.floor(Math.random() * bound);
}

/** A rank from 0 to below the bound, the n-th 1/n times as often as the first. */
function rankBelow(bound: number): number {
  return Math.min(bound - 1, Math.floor(bound ** Math.random()) - 1);
}

/** The offset of a page in a list of so many, the first pages most often. */
function pageBelow(total: number): number {
  return PAGE * rankBelow(Math.max(1, Math.ceil(total / PAGE)));
}

/** The same values in another order (Fisher and Yates). */
export function shuffled<T>(values: readonly T[]): T[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [result[last], result[other]] = [result[other]!, result[last]!];
  }
  return result;
}

function pick<T>(values: readonly T[]): T {
  return values[below(values.length)]!;
}
