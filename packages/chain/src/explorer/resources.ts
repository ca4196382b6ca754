import { blocks } from './blocks.ts';
import { status } from './status.ts';
import type { Resource } from './router.ts';
import { addresses } from './addresses.ts';
import { blockAt } from './block-at.ts';
import { statistics } from './statistics.ts';
import { transactions } from './transactions.ts';

/** All routes but events and documentation. */
export const RESOURCES: readonly Resource[] = [status, blockAt, blocks, transactions, addresses, statistics];
