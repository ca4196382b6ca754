import type { RpcRoute } from '../rpc-route.ts';
import { getAccount } from './get-account.ts';
import { getBlock } from './get-block.ts';
import { health } from './health.ts';
import { listAccountTransactions } from './list-account-transactions.ts';
import { status } from './status.ts';
import { submitTransaction } from './submit-transaction.ts';

/** The six routes of the private RPC (interface document, section 4.2). */
export const RPC_ROUTES: readonly RpcRoute[] = [
  health,
  status,
  getAccount,
  listAccountTransactions,
  getBlock,
  submitTransaction,
];
