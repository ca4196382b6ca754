import type { BlockPlace, ChainTip } from '../src/chain/chain-reader.ts';
import type { ProjectionErrorCode } from '../src/projection/projection-store.ts';
import type { PublishedNode } from './published-node.ts';

/** What the thread that writes the database is started with. */
export interface WriterSetup {
  /** `postgres://…`; what it does not say comes from libpq's variables. */
  readonly url: string;
  readonly chainId: number;
  /** After which a server that says nothing counts as away; for tests. */
  readonly silenceMilliseconds?: number;
}

/** Done in the order in which they are given. */
export type WriterCommand =
  | { readonly type: 'open' | 'settle' | 'stepBack' | 'discard' | 'close' }
  | { readonly type: 'publish'; readonly node: PublishedNode }
  | {
      readonly type: 'append';
      readonly blocks: readonly BlockPlace[];
      /** What will come next, as far as that is known. */
      readonly upcoming: readonly BlockPlace[];
    };

/** What a command came to; one for each, in their order. */
export type WriterAnswer =
  | { readonly type: 'done'; readonly tip: ChainTip | undefined }
  | { readonly type: 'failed'; readonly code: ProjectionErrorCode; readonly message: string };
