/** What the writing node tells replicas of itself. */
export interface PublishedNode {
  readonly indexState: 'building' | 'ready' | 'error';
  /** Height of the node's tip; -1 where there is none. */
  readonly targetHeight: number;
  readonly syncing: boolean;
  readonly ready: boolean;
}
