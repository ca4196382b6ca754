import type { ExplorerContext as Context } from '@cairn/chain/explorer';
import type { HttpObserver } from '@cairn/http';
import type { Logger } from 'pino';

/** The parts of a node, or of a replica, that its Explorer API uses: read-only, without private data. */
export interface ExplorerContext extends Context {
  /** True on a replica, where every route but the documentation answers 503 while the database is unavailable. */
  readonly isReplica?: boolean;
  /** Address of the explorer's pages, to which the documentation links. */
  readonly websiteUrl?: string | undefined;
  readonly logger: Logger;
  /** Counts answers; absent without metrics. */
  readonly httpObserver?: HttpObserver;
}
