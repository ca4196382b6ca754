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
