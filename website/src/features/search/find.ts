import type { ExplorerClient } from '@cairn/api/explorer';
import { classifyQuery, type SearchQuery } from '../../site/classify.ts';
import { unlessAbsent } from '../../site/failure.ts';
import { request, type Request } from '../../site/request.ts';
import type { Translations } from './texts.ts';

/** A page that a search finds. Plain data, because the server passes it to the browser. */
export interface Target {
  readonly page: 'block' | 'transaction' | 'address';
  /** Height, ID or address. */
  readonly reference: string;
  /** Height of the block, or of the transaction's block, if known. */
  readonly height?: number | undefined;
}

type Options = { signal: AbortSignal };

/**
 * The pages that a text names on the chain: several only for the beginning of an ID or address, none for an unknown one.
 * `undefined` for a text that names nothing by its form. The API is asked for IDs, beginnings and dates only.
 */
export function targetsRequest(text: string): Request<readonly Target[]> | undefined {
  const query = classifyQuery(text);
  return query.kind === 'empty' || query.kind === 'unknown'
    ? undefined
    : request(`search ${text.trim()}`, (api, options) => findTargets(api, query, options));
}

async function findTargets(api: ExplorerClient, query: SearchQuery, options: Options): Promise<Target[]> {
  switch (query.kind) {
    case 'height':
      return [{ page: 'block', reference: String(query.height), height: query.height }];
    case 'address':
      return [{ page: 'address', reference: query.address }];
    case 'hash':
      return findHash(api, query.hash, options);
    case 'prefix':
      return findPrefix(api, query.prefix, options);
    case 'date': {
      const found = await unlessAbsent(api.getBlockAt({ time: query.seconds }, options), 'block_not_found');
      const height = found?.block.height ?? 0; // before all blocks: the first one
      return [{ page: 'block', reference: String(height), height }];
    }
    default:
      return [];
  }
}

async function findPrefix(api: ExplorerClient, prefix: string, options: Options): Promise<Target[]> {
  const { blocks, transactions, addresses } = await api.search({ prefix }, options);
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

/** The block or transaction with an ID; asks for both at once. */
async function findHash(api: ExplorerClient, hash: string, options: Options): Promise<Target[]> {
  const [block, transaction] = await Promise.all([
    unlessAbsent(api.getBlock({ height_or_hash: hash }, options), 'block_not_found'),
    unlessAbsent(api.getTransaction({ txid: hash }, options), 'transaction_not_found'),
  ]);
  if (block !== undefined) return [{ page: 'block', reference: hash, height: block.block.height }];
  if (transaction === undefined) return [];
  return [{ page: 'transaction', reference: hash, height: transaction.block_height }];
}

/** Path of a target's page. */
export const targetPath = ({ page, reference }: Target, { link }: Translations): string =>
  link[page](reference);

/** Text of a target. @param isPart true if only a beginning was typed: the text then has the shortened identifier too */
export function targetText(
  { page, reference, height = 0 }: Target,
  isPart: boolean,
  tr: Translations,
): string {
  const id = tr.shortReference(reference);
  if (page === 'address') return tr.t('search.foundAddress', { id });
  const text = tr.t(page === 'block' ? 'search.foundBlock' : 'search.foundTransaction', { height });
  return isPart ? `${text} · ${id}` : text;
}
