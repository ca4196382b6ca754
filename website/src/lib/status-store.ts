import type { ExplorerStatus } from '@cairn/api/explorer';
import { type Failure, failureOf } from './failure.ts';
import { type Poller, startPoller, type Visibility } from './poller.ts';

/** What the page knows of the chain: the last answer, and what has gone wrong since, if anything. */
export interface ChainView {
  /** The last status that arrived; absent before the first. */
  readonly status: ExplorerStatus | undefined;
  /** Unix milliseconds of its arrival. */
  readonly receivedAt: number | undefined;
  /** Why the latest attempt failed; absent when it worked. */
  readonly failure: Failure | undefined;
}

/** Before the first answer. */
export const NOTHING_KNOWN: ChainView = { status: undefined, receivedAt: undefined, failure: undefined };

export interface StatusStore {
  current: () => ChainView;
  /** Polls while anyone listens. @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
  /** Asks at once. */
  retry: () => void;
}

export interface StatusStoreOptions {
  load: (signal: AbortSignal) => Promise<ExplorerStatus>;
  visibility: Visibility;
  intervalMs: number;
  now: () => number;
}

const LONGEST_PAUSE_FACTOR = 6;

/** One poll of the status for everything on a page. */
export function createStatusStore({ load, visibility, intervalMs, now }: StatusStoreOptions): StatusStore {
  const listeners = new Set<() => void>();
  let view = NOTHING_KNOWN;
  let poller: Poller | undefined;

  const show = (next: ChainView) => {
    view = next;
    for (const listener of listeners) listener();
  };
  const task = async (signal: AbortSignal): Promise<boolean> => {
    try {
      const status = await load(signal);
      show({ status, receivedAt: now(), failure: undefined });
      return true;
    } catch (error) {
      // The last listener has gone: there is nobody to tell.
      if (signal.aborted) return false;
      show({ ...view, failure: failureOf(error) });
      return false;
    }
  };
  const start = () =>
    startPoller({ task, intervalMs, maximumIntervalMs: intervalMs * LONGEST_PAUSE_FACTOR, visibility });

  return {
    current: () => view,
    retry: () => poller?.poke(),
    subscribe: (listener) => {
      listeners.add(listener);
      poller ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        poller?.stop();
        poller = undefined;
      };
    },
  };
}
