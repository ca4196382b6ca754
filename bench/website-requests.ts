/**
 * What the website asks of the Explorer API, as often as people do: the n-th newest transaction or page, or the n-th richest account, 1/n
 * times as often as the first (Zipf's law, which requests to web servers follow); blocks, of which there are few, evenly.
 */
import type { Request } from './load.ts';

/** Requests of a route. */
const COUNT = 2_000;
/** Rows of a page. */
const PAGE = 25;
/** Headers of a request of the verification. */
const HEADERS = 2_000;

interface Account {
  readonly address: string;
  readonly transaction_count: number;
}

/** What exists, read from the API. */
export interface Known {
  readonly blocks: number;
  readonly transactions: number;
  readonly addresses: number;
  readonly blockIds: readonly string[];
  /** Drawn by popularity. */
  readonly transactionIds: readonly string[];
  readonly accounts: readonly Account[];
}

/** @param base URL of a node whose index is ready */
export async function readKnown(base: string): Promise<Known> {
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${base}/api/v1${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { stats } = await get<{ stats: Pick<Known, 'blocks' | 'transactions' | 'addresses'> }>('/stats');
  const { blocks, transactions, addresses } = stats;
  const blockIds: string[] = [];
  for (let height = 0; height < blocks; height += 1)
    blockIds.push((await get<{ block: { id: string } }>(`/blocks/${height}`)).block.id);
  const popular = async <Item>(list: string, total: number): Promise<Item[]> => {
    const items: Item[] = [];
    while (items.length < COUNT)
      items.push(...(await get<{ items: Item[] }>(`${list}?limit=1&offset=${rankBelow(total)}`)).items);
    return items;
  };
  const transactionIds = (await popular<{ id: string }>('/transactions', transactions)).map(({ id }) => id);
  const accounts = await popular<Account>('/addresses', addresses);
  return { blocks, transactions, addresses, blockIds, transactionIds, accounts };
}

/** Requests by the name of their route. */
type Routes = Readonly<Record<string, readonly Request[]>>;

/** The routes of lists and pages, which replicas serve too. */
export function pageRequests(known: Known): Routes {
  const { blocks, transactions, addresses, blockIds, transactionIds, accounts } = known;
  return {
    'block by height': many(() => `/blocks/${below(blocks)}`),
    'block by hash': many(() => `/blocks/${blockIds[below(blocks)]}`),
    transaction: transactionIds.map((id) => toRequest(`/transactions/${id}`)),
    address: accounts.map(({ address }) => toRequest(`/addresses/${address}`)),
    'block transactions': many(
      () => `/blocks/${1 + below(blocks - 1)}/transactions?offset=${pageBelow(1_000)}`,
    ),
    'block list': many(() => `/blocks?before_height=${blocks - below(blocks >> 1)}&offset=${below(4)}`),
    feed: many(() => `/transactions?offset=${pageBelow(transactions)}`),
    history: accounts.map(({ address, transaction_count: count }) =>
      toRequest(`/addresses/${address}/transactions?offset=${pageBelow(count)}`),
    ),
    ranking: many(() => `/addresses?offset=${pageBelow(addresses)}`),
    statistics: [toRequest('/stats')],
    status: [toRequest('/status')],
  };
}

/** What pages ask to check an answer. */
export function checkRequests({ blocks, transactionIds, accounts }: Known): Routes {
  return {
    'proof of a transaction': transactionIds.map((id) => toRequest(`/transactions/${id}/proof`)),
    'proof of an address': accounts.map(({ address }) => toRequest(`/addresses/${address}/proof`)),
    headers: many(() => `/headers?from=${below(blocks)}&count=${HEADERS}`),
  };
}

/** Pages of the feed, each once: no cache can help. */
export function feedPagesOnce(transactions: number, run: number, runs: number): Request[] {
  const pages = Array.from({ length: transactions - PAGE }, (_, offset) =>
    toRequest(`/transactions?limit=${PAGE}&offset=${offset}`),
  );
  return pages.filter((_, index) => index % runs === run);
}

const toRequest = (path: string): Request => ({ path: `/api/v1${path}` });

const many = (path: () => string): Request[] => Array.from({ length: COUNT }, () => toRequest(path()));

/** A random integer from 0 up to, but not including, the bound; 0 if that is not positive. */
const below = (bound: number): number => Math.max(0, Math.floor(Math.random() * bound));

/** A random rank below the bound; the n-th occurs 1/n times as often as the first. */
const rankBelow = (bound: number): number => Math.min(bound - 1, Math.floor(bound ** Math.random()) - 1);

/** The offset of a random page of a list; the first pages are the most frequent. */
const pageBelow = (total: number): number => PAGE * rankBelow(Math.max(1, Math.ceil(total / PAGE)));
