import { ApiError, type ExplorerClient } from '@cairn/api/explorer';

/** A page that a search leads to. Plain data: the server finds it too. */
export interface Target {
  readonly page: 'block' | 'transaction' | 'address';
  /** Height, ID or address. */
  readonly reference: string;
  /** Height of the block, or of the block that contains it, if known. */
  readonly height?: number | undefined;
}

/**
 * Finds what 64 hexadecimal characters are the ID of: a block and a transaction are asked for at once.
 * @returns `undefined` where this node's chain has neither
 * @throws what the client rejects with, other than "not found"
 */
export async function findHash(
  explorer: Pick<ExplorerClient, 'getBlock' | 'getTransaction'>,
  hash: string,
  signal: AbortSignal,
): Promise<Target | undefined> {
  const [block, transaction] = await Promise.all([
    foundOr(explorer.getBlock({ height_or_hash: hash }, { signal }), 'block_not_found'),
    foundOr(explorer.getTransaction({ txid: hash }, { signal }), 'transaction_not_found'),
  ]);
  if (block !== undefined) return { page: 'block', reference: hash, height: block.block.height };
  if (transaction === undefined) return undefined;
  return { page: 'transaction', reference: hash, height: transaction.block_height };
}

async function foundOr<Data>(answer: Promise<Data>, absent: string): Promise<Data | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.code === absent) return undefined;
    throw error;
  }
}
