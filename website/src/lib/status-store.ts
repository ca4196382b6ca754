import type { ExplorerStatus } from '@cairn/api/explorer';
import type { Failure } from './failure.ts';

/** The chain as known to the page: the last answer, and the failure since, if any. */
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
  /** Keeps up while anyone listens. @returns a function that ends the subscription */
  subscribe: (listener: () => void) => () => void;
  /** Asks at once. */
  retry: () => void;
}
