/** A connected peer. */
export interface PeerState {
  readonly host: string;
  readonly port: number;
  readonly inbound: boolean;
  /** From the newest status that this node accepted. Headers may not prove it, or only in part: do not rely on it. */
  readonly height: number;
  /** Unix seconds with fraction. */
  readonly lastSeen: number;
}

/** Sync state and peers (interface document, sections 2.7, 2.8 and 3.3). */
export interface NodeState {
  readonly syncing: boolean;
  /** Not syncing: the node accepts submissions. False on a replica whose node does not report. */
  readonly ready: boolean;
  readonly peers: readonly PeerState[];
  /** Highest height that a connected peer claims; 0 without peers. */
  readonly bestPeerHeight: number;
}

/** State and progress of the projection, on which the indexed routes depend (interface document, sections 2.7 and 3.1). */
export interface IndexStatus {
  readonly state: 'disabled' | 'building' | 'ready' | 'error';
  /** Height of the newest projected block; -1 before the first. */
  readonly indexedHeight: number;
  /** Height of the tip that the projection follows; -1 without a chain. */
  readonly targetHeight: number;
  /** Percent, 0–100. */
  readonly progress: number;
}

/** The status of a node without a projection. */
export const DISABLED_INDEX: IndexStatus = {
  state: 'disabled',
  indexedHeight: -1,
  targetHeight: -1,
  progress: 0,
};
