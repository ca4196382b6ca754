import type { Network } from '@cairn/protocol';
import type { HttpObserver } from '@cairn/http';
import type { Logger } from 'pino';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { NodeState } from '../chain/node-state.ts';
import type { ExplorerReader } from './explorer-reader.ts';

/** How far the projection behind the indexed tier is (sections 2.7 and 3.1). */
export interface IndexStatus {
  readonly state: 'disabled' | 'building' | 'ready' | 'error';
  /** Height of the newest projected block; -1 before the first. */
  readonly indexedHeight: number;
  /** Height that the projection works towards; -1 without a chain. */
  readonly targetHeight: number;
  /** Percent, 0–100. */
  readonly progress: number;
}

/** The node as the Explorer API needs it: reading only, and nothing private. */
export interface ExplorerContext {
  readonly network: Network;
  readonly reader: ExplorerReader;
  /**
   * The tip, its changes, and the newest blocks, for the event stream and for entity tags.
   * `tip()` throws ProjectionError on a replica whose database is away.
   */
  readonly chain: Pick<
    ChainReader,
    | 'tip'
    | 'blockSummary'
    | 'subscribe'
    | 'isReorganizing'
    | 'onReorganized'
    | 'staleBlocks'
    | 'branchesVersion'
    | 'reorganizationFrom'
  >;
  nodeState(): Pick<NodeState, 'syncing' | 'ready'>;
  indexStatus(): IndexStatus;
  /**
   * Calls a listener when the index may have changed its state other than with the chain; absent where the state must be
   * polled.
   * @returns a function that ends the subscription
   */
  onIndexChange?(listener: () => void): () => void;
  /** Changes made to a devnet over the control socket; absent on other networks. */
  devnet?(): { readonly clockOffsetSeconds: number; readonly rewinds: number } | undefined;
  /** @throws LevelError once the chain's index was found damaged; absent where the chain has no index of the node's own */
  requireSound?(): void;
  /** True on a replica, where any route answers 503 while the database is away. */
  readonly isReplica?: boolean;
  readonly logger: Logger;
  /** Receives every answer; absent where nothing is measured. */
  readonly httpObserver?: HttpObserver;
}

/** The status of a node that keeps no projection. */
export const DISABLED_INDEX: IndexStatus = {
  state: 'disabled',
  indexedHeight: -1,
  targetHeight: -1,
  progress: 0,
};
