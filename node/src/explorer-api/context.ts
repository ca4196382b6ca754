import type { RouteDefinition } from '@cairn/api';
import type { Logger } from 'pino';
import type { ChainReader } from '../chain/chain-reader.ts';
import type { HttpObserver } from '../http/http-observer.ts';
import type { NodeState } from '../http/node-state.ts';
import type { ProjectionReader } from '../projection/index.ts';
import type { BlockTexts } from './block-texts.ts';
import type { ProvenBlocks } from '../whole-blocks/proven-blocks.ts';

/** How far the projection behind the indexed tier is (sections 2.7 and 3.1). */
export interface IndexStatus {
  readonly state: 'disabled' | 'building' | 'ready' | 'error';
  /** Height of the newest projected block; -1 before the first. */
  readonly indexedHeight: number;
  /** Height that the projection works towards; -1 where there is none. */
  readonly targetHeight: number;
  /** Percent, 0–100. */
  readonly progress: number;
}

/** What the Explorer API needs of the node: reading only, and nothing private. */
export interface ExplorerContext {
  readonly chain: ChainReader;
  nodeState(): Pick<NodeState, 'syncing' | 'ready'>;
  indexStatus(): IndexStatus;
  /**
   * Calls a listener whenever the index may be in another state, if not by an event of the chain; absent where nobody tells,
   * and it has to be looked at.
   * @returns what ends that
   */
  onIndexChange?(listener: () => void): () => void;
  /** What a ready index is asked through; absent, or `undefined`, where there is none to ask. */
  indexReader?(): ProjectionReader | undefined;
  readonly logger: Logger;
  /**
   * Opens what a request is answered from, where that is asked of somebody else: everything in it is of one moment. Absent
   * where the node itself knows, as it is.
   * @throws ProjectionError when it cannot be asked
   */
  openMoment?(asked: AskedRoute): Promise<Moment>;
  /** @throws ProjectionError where nothing can be answered at all; absent where something always can */
  requireServing?(): void;
  /** @throws LevelError once the chain's index was found damaged; absent where the chain has no index of the node's own */
  requireSound?(): void;
  /** Hears of every answer; absent where nothing is measured. */
  readonly httpObserver?: HttpObserver;
}

/** A route as somebody asks it: everything that decides what has to be read. */
export interface AskedRoute {
  readonly route: RouteDefinition;
  /** What the route's `read` made of the path. */
  readonly request: unknown;
  /** The validated query. */
  readonly query: unknown;
}

/** A part of a route's context that was read for one request. */
export type Moment = Required<Pick<RouteContext, 'chain' | 'indexStatus' | 'indexReader' | 'blockTexts'>>;

/** What a route is answered from: the node, and what the API itself remembers. */
export interface RouteContext extends ExplorerContext {
  readonly provenBlocks: ProvenBlocks;
  readonly blockTexts: Pick<BlockTexts, 'at'>;
  /** Whether a text is an address of this network. */
  isAddress(text: string): boolean;
}

/** The status of a node that keeps no projection. */
export const DISABLED_INDEX: IndexStatus = {
  state: 'disabled',
  indexedHeight: -1,
  targetHeight: -1,
  progress: 0,
};
