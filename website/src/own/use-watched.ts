import type { Address } from '@cairn/protocol';
import type { AddressState } from '@cairn/api/explorer';
import { useEffect, useState } from 'preact/hooks';
import { explorer } from '../app.ts';
import { failureOf } from '../lib/failure.ts';
import { keepSeen, lookAt, movementOf, type Movement, readSeen, type Seen } from './seen.ts';

const AT_ONCE = 4;

/** One watched address; `state` is absent while it is on its way, and where it could not be had. */
export interface Watched {
  readonly state?: AddressState | undefined;
  readonly movement?: Movement | undefined;
  readonly isFailed: boolean;
}

/**
 * Balances of the watched addresses, fetched again at each tip, and what changed since the last visit.
 * @param addresses at most `MOST_WATCHED`
 */
export function useWatched(
  addresses: readonly Address[],
  tip: string | undefined,
): ReadonlyMap<string, Watched> {
  const [watched, setWatched] = useState<ReadonlyMap<string, Watched>>(new Map());
  useEffect(() => {
    const abort = new AbortController();
    const seen = new Map([...readSeen()].filter(([address]) => addresses.includes(address)));
    const show = (address: Address, one: Watched) =>
      setWatched((before) => new Map(before).set(address, one));
    const load = async (address: Address) => {
      try {
        const state = await explorer.getAddress({ address }, { signal: abort.signal });
        if (abort.signal.aborted) return;
        const sight: Seen = lookAt(seen.get(address), state, Date.now());
        seen.set(address, sight);
        show(address, { state, movement: movementOf(sight), isFailed: false });
      } catch (error) {
        if (abort.signal.aborted) return;
        failureOf(error); // a fault of this program reaches the console
        show(address, { isFailed: true });
      }
    };
    const loadAll = async () => {
      await atMost(AT_ONCE, addresses, load);
      if (!abort.signal.aborted) keepSeen(seen);
    };
    void loadAll();
    return () => abort.abort();
  }, [addresses.join(' '), tip]);
  return watched;
}

/** Does something with each item, `count` of them at a time. */
async function atMost<Item>(count: number, items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: count }, worker));
}
