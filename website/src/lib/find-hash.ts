import { ApiError, type ExplorerClient } from '@cairn/api/explorer';
import { blockLink, transactionLink } from './links.ts';

/**
 * Finds what 64 hexadecimal characters are the ID of: a block first, then a transaction.
 * @returns the page's path; `undefined` where this node's chain has neither
 * @throws what the client rejects with, other than "not found"
 */
export async function findHash(
  explorer: Pick<ExplorerClient, 'getBlock' | 'getTransaction'>,
  hash: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const block = await foundOr(explorer.getBlock({ height_or_hash: hash }, { signal }), 'block_not_found');
  if (block !== undefined) return blockLink(hash);
  const transaction = await foundOr(
    explorer.getTransaction({ txid: hash }, { signal }),
    'transaction_not_found',
  );
  return transaction === undefined ? undefined : transactionLink(hash);
}

async function foundOr<Data>(answer: Promise<Data>, absent: string): Promise<Data | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === absent) return undefined;
    throw error;
  }
}
