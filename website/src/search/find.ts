import type { ExplorerClient } from '@cairn/api/explorer';
import type { Words } from '../messages/words.ts';
import { findBlockAtTime } from './block-at-time.ts';
import type { SearchQuery } from './classify.ts';
import { findHash, type Target } from './find-hash.ts';

/** What the search page looks up: where a query leads; `target` is absent where there is nothing. Plain data. */
export interface Found {
  readonly target?: Target | undefined;
}

/** Where a query leads without asking anybody. */
export function plainTarget(query: SearchQuery): Target | undefined {
  if (query.kind === 'height')
    return { page: 'block', reference: String(query.height), height: query.height };
  return query.kind === 'address' ? { page: 'address', reference: query.address } : undefined;
}

/** Where a query leads, asking the API about IDs and dates. @throws what the client rejects with */
export async function findTarget(
  explorer: ExplorerClient,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<Found> {
  if (query.kind === 'hash') return { target: await findHash(explorer, query.hash, signal) };
  if (query.kind !== 'date') return { target: plainTarget(query) };
  const height = await findBlockAtTime(explorer, query.seconds, signal);
  return { target: height === undefined ? undefined : { page: 'block', reference: String(height), height } };
}

/** The path of a target's page. */
export function targetPath({ page, reference }: Target, { link }: Words): string {
  return link[page](reference);
}
