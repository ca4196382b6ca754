import type { BlockSummary } from '@cairn/api/explorer';
import type { TransactionId } from '@cairn/protocol';
import { useEffect, useState } from 'preact/hooks';
import { explorer } from '../../site/api.ts';
import { failureOf } from '../../site/failure.ts';
import { follow, unfollow, WATCHED_DEPTH, watchedTransactions } from '../../site/followed.ts';

/** A followed transaction that no block holds. */
export interface Waiting {
  readonly id: TransactionId;
  /** Pebbles; absent if nobody has given its bytes. */
  readonly value: bigint | undefined;
}

/** The reader's followed transactions in the scene of the cairn. */
interface FollowedTransactions {
  readonly waiting: readonly Waiting[];
  /** Heights of the shown blocks that hold one. */
  readonly heights: ReadonlySet<number>;
}

const NONE: FollowedTransactions = { waiting: [], heights: new Set() };

/**
 * Asks at each new block where the followed transactions are. A reader without any causes no request.
 * @param blocks newest first
 */
export function useFollowed([tip]: readonly BlockSummary[]): FollowedTransactions {
  const [followed, setFollowed] = useState(NONE);
  useEffect(() => {
    const all = watchedTransactions();
    if (tip === undefined || all.length === 0) return setFollowed(NONE);
    const abort = new AbortController();
    const ask = async () => {
      const { valueOf } = await import('./followed-value.ts');
      const found = await Promise.all(
        all.map(async (one) => ({ one, at: await whereIs(one.id, abort.signal) })),
      );
      if (abort.signal.aborted) return;
      for (const { one, at } of found) {
        if (typeof at !== 'number') continue;
        if (at <= tip.height - WATCHED_DEPTH) unfollow(one.id);
        else follow(one.id, { block: at, since: undefined });
      }
      setFollowed({
        waiting: found
          .filter(({ at }) => at === 'waiting')
          .map(({ one }) => ({ id: one.id, value: valueOf(one) })),
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
