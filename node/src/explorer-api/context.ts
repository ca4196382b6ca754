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
  /** What a ready index is asked through; absent, or `undefined`, where there is none to ask. */
  indexReader?(): ProjectionReader | undefined;
  readonly logger: Logger;
  /** Hears of every answer; absent where nothing is measured. */
  readonly httpObserver?: HttpObserver;
}

/** What a route is answered from: the node, and what the API itself remembers. */
export interface RouteContext extends ExplorerContext {
  readonly provenBlocks: ProvenBlocks;
  readonly blockTexts: BlockTexts;
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
