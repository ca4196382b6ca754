import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from '../frame/frame.ts';
import { type Failure, failureOf } from '../lib/failure.ts';

/** An answer of the API. `data` stays while it is requested again; `failure` belongs to the latest attempt. */
export interface Resource<Data> {
  readonly data: Data | undefined;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
  readonly retry: () => void;
}

interface Held<Data> {
  data: Data | undefined;
  failure: Failure | undefined;
  loading: boolean;
}

/**
 * Asks when the component appears, when `key` changes (what was shown goes), and when `retry` is called (what was shown
 * stays until the answer).
 * @param load `undefined` while there is nothing to ask yet
 * @param initial what the server got for the first `key`: its data is shown as it is, a failure is asked again at once
 */
export function useResource<Data>(
  load: ((signal: AbortSignal) => Promise<Data>) | undefined,
  key: string,
  initial?: Loaded<Data>,
): Resource<Data> {
  const [held, setHeld] = useState<Held<Data>>(() => heldAtFirst(initial));
  const [attempt, setAttempt] = useState(0);
  const shownKey = useRef(key);
  const waits = load === undefined;
  const served = useRef(initial !== undefined && 'data' in initial ? key : undefined);

  useEffect(() => {
    if (load === undefined) return undefined;
    // The server's answer is as good as one that would come now; the next reason to ask gets a new one.
    if (served.current === key && attempt === 0) return undefined;
    served.current = undefined;
    const abort = new AbortController();
    const keep = shownKey.current === key;
    shownKey.current = key;
    const show = (next: (before: Held<Data>) => Held<Data>) => {
      if (!abort.signal.aborted) setHeld(next);
    };
    const ask = async () => {
      try {
        const data = await load(abort.signal);
        show(() => ({ data, failure: undefined, loading: false }));
      } catch (error) {
        // An aborted request updates nothing.
        if (!abort.signal.aborted) show(({ data }) => ({ data, failure: failureOf(error), loading: false }));
      }
    };
    show((before) => ({
      data: keep ? before.data : undefined,
      failure: keep ? before.failure : undefined,
      loading: true,
    }));
    void ask();
    return () => abort.abort();
    // `load` is a new function on every render; `key` says when it asks for something else.
  }, [key, attempt, waits]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...held, retry };
}

function heldAtFirst<Data>(initial: Loaded<Data> | undefined): Held<Data> {
  if (initial === undefined) return { data: undefined, failure: undefined, loading: true };
  if ('data' in initial) return { data: initial.data, failure: undefined, loading: false };
  return { data: undefined, failure: initial.failure, loading: true };
}
