import type { BlockSummary } from '@cairn/api/explorer';
import type { TransactionId } from '@cairn/protocol';
import { useEffect, useState } from 'preact/hooks';
import { explorer } from '../../site/api.ts';
import { failureOf } from '../../site/failure.ts';
import { follow, readFollowed, unfollow, WATCHED_DEPTH } from '../../site/followed.ts';

/** The reader's followed transactions in the scene of the cairn. */
export interface FollowedTransactions {
  /** Those that no block holds yet. */
  readonly waiting: readonly TransactionId[];
  /** Heights of the shown blocks that hold one. */
  readonly heights: ReadonlySet<number>;
}

const NONE: FollowedTransactions = { waiting: [], heights: new Set() };

/**
 * Asks at each new block where the followed transactions are. A reader without any causes no request.
 * @param blocks newest first
 */
export function useFollowed(blocks: readonly BlockSummary[] | undefined): FollowedTransactions {
  const [followed, setFollowed] = useState(NONE);
  const tip = blocks?.[0];
  useEffect(() => {
    const ids = readFollowed().map(({ id }) => id);
    if (tip === undefined || ids.length === 0) return setFollowed(NONE);
    const abort = new AbortController();
    const ask = async () => {
      const found = await Promise.all(ids.map(async (id) => ({ id, at: await whereIs(id, abort.signal) })));
      if (abort.signal.aborted) return;
      for (const { id, at } of found) {
        if (typeof at !== 'number') continue;
        if (at <= tip.height - WATCHED_DEPTH) unfollow(id);
        else follow(id, { block: at, since: undefined });
      }
      setFollowed({
        waiting: found.filter(({ at }) => at === 'waiting').map(({ id }) => id),
        heights: new Set(found.flatMap(({ at }) => (typeof at === 'number' ? at : []))),
      });
    };
    void ask();
    return () => abort.abort();
  }, [tip?.id]);
  return followed;
}

/** Height of the block that holds a transaction, `waiting` if none does, `undefined` if the API does not say. */
async function whereIs(id: TransactionId, signal: AbortSignal): Promise<number | 'waiting' | undefined> {
  try {
    return (await explorer.getTransaction({ txid: id }, { signal })).block_height;
  } catch (error) {
    // `failureOf` rethrows a bug, so that it reaches the console.
    const failure = signal.aborted ? undefined : failureOf(error);
    return failure?.kind === 'not_found' ? 'waiting' : undefined;
  }
}
