import type { ExplorerClient } from '@cairn/api/explorer';
import type { Words } from '../messages/words.ts';
import { findBlockAtTime } from './block-at-time.ts';
import type { SearchQuery } from './classify.ts';
import { findHash, type Target } from './find-hash.ts';

/** Result of the search page: where a query leads. Plain data. */
export interface Found {
  /** Empty where there is nothing; several only where an ID or address was typed in part. */
  readonly targets: readonly Target[];
}

/** Where a query leads without asking anybody. */
export function plainTarget(query: SearchQuery): Target | undefined {
  if (query.kind === 'height')
    return { page: 'block', reference: String(query.height), height: query.height };
  return query.kind === 'address' ? { page: 'address', reference: query.address } : undefined;
}

/** Where a query leads, asking the API about IDs, parts of them, and dates. @throws what the client rejects with */
export async function findTargets(
  explorer: ExplorerClient,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<Found> {
  if (query.kind === 'prefix') return { targets: await findPrefix(explorer, query.prefix, signal) };
  const target = await findTarget(explorer, query, signal);
  return { targets: target === undefined ? [] : [target] };
}

async function findTarget(
  explorer: ExplorerClient,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<Target | undefined> {
  if (query.kind === 'hash') return findHash(explorer, query.hash, signal);
  if (query.kind !== 'date') return plainTarget(query);
  const height = await findBlockAtTime(explorer, query.seconds, signal);
  return height === undefined ? undefined : { page: 'block', reference: String(height), height };
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

/** The path of a target's page. */
export function targetPath({ page, reference }: Target, { link }: Words): string {
  return link[page](reference);
}
