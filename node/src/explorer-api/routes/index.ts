import type { ExplorerRoute } from '../explorer-route.ts';
import { features } from './features.ts';
import { getAddress } from './get-address.ts';
import { getBlock } from './get-block.ts';
import { getHeaders } from './get-headers.ts';
import { getMiner } from './get-miner.ts';
import { getRawBlock } from './get-raw-block.ts';
import { getSeries } from './get-series.ts';
import { getStats } from './get-stats.ts';
import { getTransaction } from './get-transaction.ts';
import { getTransactionProof } from './get-transaction-proof.ts';
import { health } from './health.ts';
import { listAddressTransactions } from './list-address-transactions.ts';
import { listAddresses } from './list-addresses.ts';
import { listBlockTransactions } from './list-block-transactions.ts';
import { listBlocks } from './list-blocks.ts';
import { listMinerBlocks } from './list-miner-blocks.ts';
import { listMiners } from './list-miners.ts';
import { listStaleBlocks } from './list-stale-blocks.ts';
import { listTransactions } from './list-transactions.ts';
import { search } from './search.ts';
import { status } from './status.ts';

/** All routes except events and documentation: those of the interface document, section 4.1, then the additions. */
export const EXPLORER_ROUTES: readonly ExplorerRoute[] = [
  health,
  status,
  features,
  listBlocks,
  listStaleBlocks,
  getBlock,
  listBlockTransactions,
  getTransaction,
  getAddress,
  listTransactions,
  listAddresses,
  listAddressTransactions,
  getStats,
  getSeries,
  listMiners,
  getMiner,
  listMinerBlocks,
  search,
  getRawBlock,
  getHeaders,
  getTransactionProof,
];
