import type { Network } from '@cairn/protocol';
import type { ChainTip, TipChange } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Chain } from '../chain/chain.ts';
import type { IndexStatus, NodeState } from '../chain/node-state.ts';
import type { ProjectionReader } from '../projection/index-reader.ts';
import type { CoreReader } from './core-reader.ts';

/** How requests to the APIs of a devnet fare. */
export interface ApiWeather {
  /** Waits while the APIs are slow. @returns false if they are away: the connection is to be cut */
  readonly admit: () => Promise<boolean>;
  /** Calls a listener whenever event streams break. */
  onBreak(listener: () => void): void;
}

/** What the routes of the Explorer API need, in every home and in a replica: read-only, without private data. */
export interface ExplorerContext {
  readonly network: Network;
  /** Of the suite. */
  readonly version: string;
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
  /** What delays, cuts or breaks answers of a devnet by hand; absent on other networks. */
  readonly weather?: ApiWeather;
}
