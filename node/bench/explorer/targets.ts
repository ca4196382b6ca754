import type { Request } from './load.ts';

/**
 * Number of requests per route for blocks and pages of the block list: drawn uniformly, because there are few blocks.
 */
const UNIFORM = 5_000;
/** Number of requests per route that are drawn by popularity, so that many occur several times. */
const POPULAR = 2_000;
/** Uncached requests prepared for each second of a run: more than a server answers. */
const UNCACHED_PER_SECOND = 40_000;
/** Number of transaction IDs and addresses to collect: enough for three runs of five seconds, each with its warm-up. */
const COLLECTED = 16 * UNCACHED_PER_SECOND;
/** Items of a page without a `limit`, and of the pages from which IDs and addresses are collected. */
const PAGE = 25;
const SAMPLE_PAGE = 100;

/** Existing identifiers to request, read from the node's API. */
export interface KnownIds {
  readonly blocks: number;
  readonly transactions: number;
  readonly addresses: number;
  readonly blockIds: readonly string[];
  readonly transactionIds: readonly string[];
  /** With the number of transactions of each. */
  readonly accounts: readonly Account[];
  /** Drawn by `rankBelow`, the newest most often. */
  readonly popularIds: readonly string[];
  /** Drawn by `rankBelow`, the richest most often. */
  readonly popularAccounts: readonly Account[];
  /** The account with the longest history, which funded the others. */
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

/** @returns the JSON of an answer @throws Error for any status except 200 */
export async function get<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Reads identifiers from a node whose index is ready. @param base its URL */
export async function readKnownIds(base: string): Promise<KnownIds> {
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
  const longest = await readLongest(api);
  const known = { blocks, transactions, addresses, blockIds, transactionIds, accounts };
  return { ...known, popularIds, popularAccounts, longest };
}

/** Pages evenly spread over a list, in random order, with enough items for three runs. */
function samplePages(list: string, total: number): string[] {
  const pages = Math.ceil(Math.min(total, COLLECTED) / SAMPLE_PAGE);
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

/** The account that funded the others in block 1. */
async function readLongest(api: string): Promise<Account> {
  const { items } = await get<List<{ from_address: string }>>(`${api}/blocks/1/transactions?limit=2`);
  const address = items[1]!.from_address;
  const { pagination } = await get<List<unknown>>(`${api}/addresses/${address}/transactions?limit=1`);
  return { address, count: pagination.total };
}

/** Names of the measured routes. */
export const ROUTES = [
  'block by height',
  'block by hash',
  'transaction',
  'address',
  'block transactions',
  'block list',
  'feed',
  'history',
  'ranking',
  'statistics',
  'status',
] as const;
type Targets = Readonly<Record<(typeof ROUTES)[number], readonly Request[]>>;

/**
 * Requests to each route, distributed like those of users: the n-th newest transaction or page, or the n-th richest
 * account, 1/n times as often as the first (Zipf's law, which requests to web servers follow).
 */
export function routeTargets(known: KnownIds): Targets {
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
    statistics: [{ path: '/api/v1/stats' }], // no parameters, like the next one
    status: [{ path: '/api/v1/status' }],
  };
}

/** Requests of a route that no cache can answer. */
export interface UncachedTargets {
  readonly name: (typeof ROUTES)[number];
  /** The requests of a run, spread over the whole chain; hardly any occurs in two runs. */
  readonly requestsOf: (run: number) => readonly Request[];
}

/**
 * There are fewer addresses than requests. They are requested at random, so that an earlier answer has usually left the
 * cache.
 * @param seconds of a run, including the warm-up
 */
export function uncachedTargets(known: KnownIds, seconds: number): UncachedTargets[] {
  const { transactions, addresses, accounts, transactionIds } = known;
  const count = Math.ceil(seconds * UNCACHED_PER_SECOND);
  const random = (name: UncachedTargets['name'], path: () => string): UncachedTargets => ({
    name,
    requestsOf: () => many(path, count),
  });
  const idsOf = (run: number): readonly string[] => {
    const runs = Math.max(1, Math.floor(transactionIds.length / count));
    return transactionIds.slice((run % runs) * count, ((run % runs) + 1) * count);
  };
  return [
    { name: 'transaction', requestsOf: (run) => idsOf(run).map((id) => toRequest(`/transactions/${id}`)) },
    random('address', () => `/addresses/${pick(accounts).address}`),
    random('feed', () => `/transactions?offset=${below(transactions - PAGE)}`),
    random('history', () => historyOf(pick(accounts), (count) => below(count - PAGE))),
    random('ranking', () => `/addresses?offset=${below(addresses - PAGE)}&limit=${1 + below(2 * PAGE)}`),
  ];
}

/** Pages at the start and near the end of the two unbounded lists. */
export function depthTargets({ transactions, longest }: KnownIds): Readonly<Record<string, DepthTargets>> {
  const feed = (offset: number): string => `/transactions?offset=${offset}`;
  const history = (offset: number): string => `/addresses/${longest.address}/transactions?offset=${offset}`;
  return { feed: bothEnds(feed, transactions), history: bothEnds(history, longest.count) };
}

/** Requests for the first pages and for the last ones. */
export interface DepthTargets {
  readonly shallow: readonly Request[];
  readonly deep: readonly Request[];
  /** The smallest offset of the deep pages. */
  readonly from: number;
}

/** More than are sent in a run, so that each is sent once and no answer comes from the cache. */
const DEPTH_COUNT = 40_000;

function bothEnds(path: (offset: number) => string, total: number): DepthTargets {
  const span = Math.max(1, Math.min(DEPTH_COUNT, Math.floor(total / 4)));
  const from = Math.max(0, total - 2 * PAGE - span);
  const requests = (first: number): Request[] =>
    Array.from({ length: DEPTH_COUNT }, (_, index) => {
      // Repeat a short list with different page sizes, close to the default.
      const round = Math.floor(index / span) % PAGE;
      const limit = PAGE + (round % 2 === 0 ? round / 2 : -(round + 1) / 2);
      return toRequest(`${path(first + (index % span))}&limit=${limit}`);
    });
  return { shallow: requests(0), deep: requests(from), from };
}

/** The same look-ups with the entity tags of the node's answers. */
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

function many(path: () => string, count = UNIFORM): Request[] {
  return Array.from({ length: count }, () => toRequest(path()));
}

function toRequest(path: string): Request {
  return { path: `/api/v1${path}` };
}

/** A random integer from 0 up to, but not including, the bound; 0 if the bound is not positive. */
function below(bound: number): number {
  return bound <= 0 ? 0 : Math.floor(Math.random() * bound);
}

/** A random rank below the bound; the n-th occurs 1/n times as often as the first. */
function rankBelow(bound: number): number {
  return Math.min(bound - 1, Math.floor(bound ** Math.random()) - 1);
}

/** The offset of a random page in a list of `total` items; the first pages are the most frequent. */
function pageBelow(total: number): number {
  return PAGE * rankBelow(Math.max(1, Math.ceil(total / PAGE)));
}

/** The same values in random order (Fisher and Yates). */
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
