import { blocks, status } from '@cairn/chain/explorer';
import type { Resource } from '../router.ts';
import { addresses } from './addresses.ts';
import { blockAt } from './blocks.ts';
import { statistics } from './statistics.ts';
import { transactions } from './transactions.ts';

/** All routes except events and documentation. */
export const RESOURCES: readonly Resource[] = [status, blockAt, blocks, transactions, addresses, statistics];
