import { useEffect, useState } from 'preact/hooks';
import { explorer } from '../app.ts';
import { failureOf } from '../lib/failure.ts';
import type { SearchQuery } from './classify.ts';
import { findTargets } from './find.ts';
import type { Target } from './find-hash.ts';

/** Lookup of an ID, or of a part of one, while it is typed. */
export type Lookup =
  /** `no_index`: parts of IDs need the node's index. */
  | { readonly state: 'none' | 'asking' | 'absent' | 'unreachable' | 'no_index' }
  | { readonly state: 'found'; readonly targets: readonly Target[] };

const NONE: Lookup = { state: 'none' };
/** Pause in typing before a part of an ID is looked up, in milliseconds. */
const TYPING_MS = 200;

/** Looks up what only the API knows: an ID as soon as it is complete, a part of one once typing rests. */
export function useLookup(query: SearchQuery): Lookup {
  const [lookup, setLookup] = useState<Lookup>(NONE);
  const key = query.kind === 'hash' ? query.hash : query.kind === 'prefix' ? query.prefix : undefined;
  useEffect(() => {
    if (key === undefined) return setLookup(NONE);
    const abort = new AbortController();
    setLookup({ state: 'asking' });
    const ask = async () => {
      const next = await lookUp(query, abort.signal);
      if (!abort.signal.aborted) setLookup(next);
    };
    const timer = setTimeout(() => void ask(), query.kind === 'prefix' ? TYPING_MS : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  return lookup;
}

async function lookUp(query: SearchQuery, signal: AbortSignal): Promise<Lookup> {
  try {
    const { targets } = await findTargets(explorer, query, signal);
    return targets.length === 0 ? { state: 'absent' } : { state: 'found', targets };
  } catch (error) {
    // A fault of this program reaches the console.
    const failure = signal.aborted ? undefined : failureOf(error);
    return { state: failure?.kind === 'index' ? 'no_index' : 'unreachable' };
  }
}
