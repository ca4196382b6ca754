import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { LoadResult } from './page-context.ts';
import { type Failure, failureOf } from './failure.ts';

/** An answer of the API. `data` remains while it is requested again; `failure` is the failure of the latest attempt. */
export interface Resource<Data> {
  readonly data: Data | undefined;
  readonly failure: Failure | undefined;
  readonly loading: boolean;
  readonly retry: () => void;
}

interface State<Data> {
  data: Data | undefined;
  failure: Failure | undefined;
  loading: boolean;
}

/**
 * Loads something from the API: when the component mounts, when `key` changes (the old data is removed), and when
 * `retry` is called (the old data remains until the answer).
 * @param load `undefined` while there is nothing to load yet
 * @param initial the server's answer for the first `key`: data is used without a request, a failed request is repeated
 *   at once
 */
export function useResource<Data>(
  load: ((signal: AbortSignal) => Promise<Data>) | undefined,
  key: string,
  initial?: LoadResult<Data>,
): Resource<Data> {
  const [state, setState] = useState<State<Data>>(() => initialState(initial));
  const [attempt, setAttempt] = useState(0);
  const shownKey = useRef(key);
  const waits = load === undefined;
  const served = useRef(initial !== undefined && 'data' in initial ? key : undefined);

  useEffect(() => {
    if (load === undefined) return undefined;
    // The server has just loaded this: no request until `key` changes or `retry` is called.
    if (served.current === key && attempt === 0) return undefined;
    served.current = undefined;
    const abort = new AbortController();
    const keep = shownKey.current === key;
    shownKey.current = key;
    const show = (next: (before: State<Data>) => State<Data>) => {
      if (!abort.signal.aborted) setState(next);
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
    // `load` is missing on purpose: it is a new function on every render, and `key` changes with what it loads.
  }, [key, attempt, waits]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, retry };
}

function initialState<Data>(initial: LoadResult<Data> | undefined): State<Data> {
  if (initial === undefined) return { data: undefined, failure: undefined, loading: true };
  if ('data' in initial) return { data: initial.data, failure: undefined, loading: false };
  return { data: undefined, failure: initial.failure, loading: true };
}
