import { concatBytes } from './bytes.ts';
import { BlockTransactions } from './block-transactions.ts';
import { encodeTransaction, type Transaction } from './transaction.ts';

/** The transactions as a block holds them. */
export function blockTransactions(transactions: readonly Transaction[]): BlockTransactions {
  return new BlockTransactions(concatBytes(...transactions.map(encodeTransaction))).readAll();
}
