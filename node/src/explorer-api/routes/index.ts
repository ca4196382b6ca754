import type { Resource } from '../router.ts';
import { addresses } from './addresses.ts';
import { blocks } from './blocks.ts';
import { statistics } from './statistics.ts';
import { status } from './status.ts';
import { transactions } from './transactions.ts';

/** All routes except events and documentation. */
export const RESOURCES: readonly Resource[] = [status, blocks, transactions, addresses, statistics];
