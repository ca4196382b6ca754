import type { Network } from '@cairn/protocol';
import type { HttpObserver } from '@cairn/http';
import type { Logger } from 'pino';
import type { Chain, ChainTip, ChainView, IndexStatus, NodeState, TipChange } from '@cairn/chain';
import type { ProjectionReader } from '../projection/index.ts';
import type { CoreReader } from './core-reader.ts';

/** The parts of a node, or of a replica, that the Explorer API uses: read-only, without private data. */
export interface ExplorerContext {
  readonly network: Network;
  /** Opens what answers the core routes, as of the tip as it is now. @param request ends with the request */
  reader(request: AbortSignal): CoreReader;
  /** Answers the indexed routes; `undefined` without a projection, and while its tables are not open. */
  index(): ProjectionReader | undefined;
  /**
   * The tip, its changes, the newest blocks and the stale blocks, for event streams, entity tags and the list of stale blocks.
   * `view` throws ProjectionError on a replica whose database is unavailable.
   */
  readonly chain: Pick<Chain, 'staleBlocks' | 'branchesVersion' | 'reorganizationFrom'> & {
    /** Its tip is `undefined` on a replica whose database has no block yet. */
    readonly view: Pick<ChainView, 'block'> & { readonly tip: ChainTip | undefined };
    subscribe(listener: (change: TipChange) => void): () => void;
  };
  nodeState(): Pick<NodeState, 'syncing' | 'ready'>;
  indexStatus(): IndexStatus;
  /** Changes made to a devnet over the control socket; `undefined` without changes; absent on other networks. */
  devnet?(): { readonly clockOffsetSeconds: number; readonly rewinds: number } | undefined;
  /** True on a replica, where every route but the documentation answers 503 while the database is unavailable. */
  readonly isReplica?: boolean;
  /** Address of the explorer's pages, to which the documentation links. */
  readonly websiteUrl?: string | undefined;
  readonly logger: Logger;
  /** Counts answers; absent without metrics. */
  readonly httpObserver?: HttpObserver;
}
