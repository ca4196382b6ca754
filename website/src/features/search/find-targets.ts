import { ApiError, type ExplorerClient } from '@cairn/api/explorer';
import { request, type Request } from '../../site/request.ts';
import type { Translations } from './texts.ts';
import type { SearchQuery } from '../../site/classify.ts';

/** A page that a search finds. Plain data, because the server passes it to the browser. */
export interface Target {
  readonly page: 'block' | 'transaction' | 'address';
  /** Height, ID or address. */
  readonly reference: string;
  /** Height of the block, or of the transaction's block, if known. */
  readonly height?: number | undefined;
}

/** Result of a search. Plain data. */
export interface Found {
  /** Several only for the beginning of an ID or address. */
  readonly targets: readonly Target[];
}

/**
 * Finds the targets of a query. IDs, beginnings of IDs or addresses, and dates need requests to the API. The page Search
 * (`search.tsx`) opens the only target, or lists several, or says that there is none.
 * @throws the client's error
 */
export async function findTargets(
  explorer: ExplorerClient,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<Found> {
  if (query.kind === 'prefix') return { targets: await findPrefix(explorer, query.prefix, signal) };
  const target = await findTarget(explorer, query, signal);
  return { targets: target === undefined ? [] : [target] };
}

/** The targets of a query; `undefined` for one that names nothing. */
export const foundRequest = (query: SearchQuery, text: string): Request<Found> | undefined =>
  query.kind === 'empty' || query.kind === 'unknown'
    ? undefined
    : request(`search ${text}`, (api, { signal }) => findTargets(api, query, signal));

/** The target of a height or an address, which needs no request. */
export function plainTarget(query: SearchQuery): Target | undefined {
  if (query.kind === 'height')
    return { page: 'block', reference: String(query.height), height: query.height };
  return query.kind === 'address' ? { page: 'address', reference: query.address } : undefined;
}

/** Path of a target's page. */
export function targetPath({ page, reference }: Target, { link }: Translations): string {
  return link[page](reference);
}

/** Text of a match. @param isPart true if only a beginning was typed: the text then has the shortened identifier too */
export function targetText(
  { page, reference, height = 0 }: Target,
  isPart: boolean,
  translations: Translations,
): string {
  const { t } = translations;
  const id = translations.shortReference(reference);
  if (page === 'address') return t('search.foundAddress', { id });
  const text = t(page === 'block' ? 'search.foundBlock' : 'search.foundTransaction', { height });
  return isPart ? `${text} · ${id}` : text;
}

async function findTarget(
  explorer: ExplorerClient,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<Target | undefined> {
  if (query.kind === 'hash') return findHash(explorer, query.hash, signal);
  if (query.kind !== 'date') return plainTarget(query);
  const at = explorer.getBlockAt({ time: query.seconds }, { signal });
  const found = await unlessAbsent(at, 'block_not_found');
  const height = found?.block.height ?? 0; // before all blocks: the first one
  return { page: 'block', reference: String(height), height };
}

async function findPrefix(
  explorer: Pick<ExplorerClient, 'search'>,
  prefix: string,
  signal: AbortSignal,
): Promise<Target[]> {
  const { blocks, transactions, addresses } = await explorer.search({ prefix }, { signal });
  return [
    ...blocks.map(({ id, height }): Target => ({ page: 'block', reference: id, height })),
    ...transactions.map(({ id, block_height: height }): Target => ({
      page: 'transaction',
      reference: id,
      height,
    })),
    ...addresses.map((reference): Target => ({ page: 'address', reference })),
  ];
}

/**
 * Finds the block or transaction with an ID; requests both at once.
 * @returns `undefined` if the node's chain has neither
 * @throws the client's error, other than "not found"
 */
export async function findHash(
  explorer: Pick<ExplorerClient, 'getBlock' | 'getTransaction'>,
  hash: string,
  signal: AbortSignal,
): Promise<Target | undefined> {
  const [block, transaction] = await Promise.all([
    unlessAbsent(explorer.getBlock({ height_or_hash: hash }, { signal }), 'block_not_found'),
    unlessAbsent(explorer.getTransaction({ txid: hash }, { signal }), 'transaction_not_found'),
  ]);
  if (block !== undefined) return { page: 'block', reference: hash, height: block.block.height };
  if (transaction === undefined) return undefined;
  return { page: 'transaction', reference: hash, height: transaction.block_height };
}

/** The answer; `undefined` if it is an error with the code `absent`. */
async function unlessAbsent<Data>(answer: Promise<Data>, absent: string): Promise<Data | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === absent) return undefined;
    throw error;
  }
}
