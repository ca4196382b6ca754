import type { ChainTip } from '../src/chain/chain-reader.ts';
import type { IndexStatus } from '../src/explorer-api/index.ts';
import type { NodeState } from '../src/chain/node-state.ts';
import { progressOf } from '../src/projection/index.ts';
import { type HeadRow } from './rows.ts';

/** The database as of one moment. */
export interface Head {
  /** Counts the changes: of two heads the one with the larger number is newer. */
  readonly version: number;
  readonly tip: ChainTip | undefined;
  readonly index: IndexStatus;
  readonly node: Pick<NodeState, 'syncing' | 'ready'>;
}

/** Seconds after which a node that was not heard of is gone: four of its beats. */
const NODE_GONE_SECONDS = 20;

/** Stored → what the Explorer API asks for. The chain that a replica tells is the projected one: it has no other. */
export function headOf(row: HeadRow): Head {
  const { version, height, block_id: id } = row;
  const isThere = row.node_age < NODE_GONE_SECONDS;
  return {
    version,
    tip: height < 0 ? undefined : { height, id },
    index: indexOf(row),
    // A node that is gone follows nobody: what it has stays right, and is no longer the newest.
    node: { syncing: isThere && row.syncing, ready: isThere && row.ready && height >= 0 },
  };
}

function indexOf({ height, ranked, index_state: told, target_height: target }: HeadRow): IndexStatus {
  // A ready one is at most a few blocks behind its node, and those are not this chain's yet.
  const isReady = told === 'ready' && ranked && height >= 0;
  if (isReady) return { state: 'ready', indexedHeight: height, targetHeight: height, progress: 100 };
  const targetHeight = Math.max(target, height);
  const progress = progressOf(height, targetHeight);
  return { state: told === 'error' ? 'error' : 'building', indexedHeight: height, targetHeight, progress };
}
