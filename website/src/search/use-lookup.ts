import { useEffect, useState } from 'preact/hooks';
import { explorer } from '../app.ts';
import { failureOf } from '../lib/failure.ts';
import { findHash, type Target } from './find-hash.ts';

/** What is known of an ID while it is typed. */
export type Lookup =
  | { readonly state: 'none' | 'asking' | 'absent' | 'unreachable' }
  | { readonly state: 'found'; readonly target: Target };

const NONE: Lookup = { state: 'none' };

/** Looks an ID up as soon as it is complete. @param hash absent while there is none */
export function useLookup(hash: string | undefined): Lookup {
  const [lookup, setLookup] = useState<Lookup>(NONE);
  useEffect(() => {
    if (hash === undefined) return setLookup(NONE);
    const abort = new AbortController();
    setLookup({ state: 'asking' });
    const ask = async () => {
      const next = await lookUp(hash, abort.signal);
      if (!abort.signal.aborted) setLookup(next);
    };
    void ask();
    return () => abort.abort();
  }, [hash]);
  return lookup;
}

async function lookUp(hash: string, signal: AbortSignal): Promise<Lookup> {
  try {
    const target = await findHash(explorer, hash, signal);
    return target === undefined ? { state: 'absent' } : { state: 'found', target };
  } catch (error) {
    if (!signal.aborted) failureOf(error); // a fault of this program reaches the console
    return { state: 'unreachable' };
  }
}
