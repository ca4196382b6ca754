import type { Request } from './load.ts';

/** Targets of a stage: enough that their answers pass every memory for answers. */
const COUNT = 5_000;
/** Pages of the feed and of the ranking that IDs and addresses are taken from. */
const SAMPLE_PAGES = 50;
const PAGE = 25;

/** What there is to be asked for, learnt from the API itself. */
export interface Known {
  readonly blocks: number;
  readonly transactions: number;
  readonly addresses: number;
  readonly blockIds: readonly string[];
  readonly transactionIds: readonly string[];
  /** With the number of their transactions. */
  readonly accounts: readonly Account[];
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
  const transactionIds: string[] = [];
  const accounts: Account[] = [];
  for (let page = 0; page < SAMPLE_PAGES; page += 1) {
    const query = (total: number): string => `limit=100&offset=${below(total - 100)}`;
    const feed = await get<List<{ id: string }>>(`${api}/transactions?${query(transactions)}`);
    transactionIds.push(...feed.items.map(({ id }) => id));
    const ranking = await get<List<{ address: string; transaction_count: number }>>(
      `${api}/addresses?${query(addresses)}`,
    );
    accounts.push(...ranking.items.map((item) => ({ address: item.address, count: item.transaction_count })));
  }
  const longest = await learnLongest(api);
  return { blocks, transactions, addresses, blockIds, transactionIds, accounts, longest };
}

/** Block 1 is the one that funds the accounts. */
async function learnLongest(api: string): Promise<Account> {
  const { items } = await get<List<{ from_address: string }>>(`${api}/blocks/1/transactions?limit=2`);
  const address = items[1]!.from_address;
  const { pagination } = await get<List<unknown>>(`${api}/addresses/${address}/transactions?limit=1`);
  return { address, count: pagination.total };
}

/** The routes whose rates are measured, each over many targets. */
export function routeTargets(known: Known): Readonly<Record<string, readonly Request[]>> {
  const { blocks, transactions, addresses } = known;
  return {
    'block by height': many(() => `/blocks/${below(blocks)}`),
    'block by hash': many(() => `/blocks/${pick(known.blockIds)}`),
    transaction: many(() => `/transactions/${pick(known.transactionIds)}`),
    address: many(() => `/addresses/${pick(known.accounts).address}`),
    'block list': many(() => `/blocks?before_height=${blocks - below(blocks >> 1)}&offset=${below(4)}`),
    feed: many(() => `/transactions?offset=${below(transactions - PAGE)}`),
    history: many(() => historyOf(pick(known.accounts))),
    ranking: many(() => `/addresses?offset=${below(addresses - PAGE)}`),
    statistics: [{ path: '/api/v1/stats' }], // it has no parameter
  };
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

function bothEnds(path: (offset: number) => string, total: number): DepthTargets {
  const count = Math.max(1, Math.min(COUNT, Math.floor(total / 4)));
  const from = Math.max(0, total - PAGE - count);
  const requests = (first: number): Request[] =>
    Array.from({ length: count }, (_, index) => ({ path: `/api/v1${path(first + index)}` }));
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

function historyOf({ address, count }: Account): string {
  return `/addresses/${address}/transactions?offset=${below(count - PAGE)}`;
}

function many(path: () => string): Request[] {
  return Array.from({ length: COUNT }, () => ({ path: `/api/v1${path()}` }));
}

/** A whole number from 0 to below the bound; 0 where there is none. */
function below(bound: number): number {
  return bound <= 0 ? 0 : Math.floor(Math.random() * bound);
}

function pick<T>(values: readonly T[]): T {
  return values[below(values.length)]!;
}
