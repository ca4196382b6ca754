import { MAX_U64 } from '../amount.ts';
import { isCoinbase, type Transaction } from '../transaction.ts';
import { ConsensusError } from './consensus-error.ts';

/** One record an address (PROTOCOL.md section 5). */
export interface AccountState {
  /** Pebbles, 0 to 2^64 - 1. */
  readonly balance: bigint;
  /** Of the last outgoing transaction; 0 before the first. */
  readonly nonce: number;
}

/** State of an address that no transaction names yet. */
export const EMPTY_ACCOUNT: AccountState = { balance: 0n, nonce: 0 };

/** Confirmed state before the block; `undefined` for an address that no transaction names yet. */
export type AccountLookup = (address: string) => AccountState | undefined;

/**
 * Applies transactions in block order to the state before them.
 * @param transactions judged by the other rules already; a coinbase creates its value
 * @returns the state after them of every address that they name
 * @throws ConsensusError `bad_nonce`, `insufficient_balance` or `balance_overflow`, with the `index` of the transaction
 */
export function applyTransactions(
  lookup: AccountLookup,
  transactions: readonly Transaction[],
): Map<string, AccountState> {
  const changed = new Map<string, AccountState>();
  const stateOf = (address: string): AccountState => changed.get(address) ?? lookup(address) ?? EMPTY_ACCOUNT;
  transactions.forEach((transaction, index) => {
    const { fromAddress, toAddress, value } = transaction;
    if (!isCoinbase(transaction)) changed.set(fromAddress, debit(stateOf(fromAddress), transaction, index));
    // Looked up after the debit, so that a transfer to oneself comes out right.
    changed.set(toAddress, credit(stateOf(toAddress), value, index));
  });
  return changed;
}

function debit(sender: AccountState, transaction: Transaction, index: number): AccountState {
  if (transaction.nonce !== sender.nonce + 1) {
    throw new ConsensusError(
      'bad_nonce',
      `transaction ${index}: nonce ${transaction.nonce} after ${sender.nonce}`,
      {
        index,
      },
    );
  }
  const spent = transaction.value + transaction.fee;
  if (spent > sender.balance) {
    throw new ConsensusError('insufficient_balance', `transaction ${index}: ${spent} of ${sender.balance}`, {
      index,
    });
  }
  return { balance: sender.balance - spent, nonce: transaction.nonce };
}

function credit(recipient: AccountState, value: bigint, index: number): AccountState {
  const balance = recipient.balance + value;
  if (balance > MAX_U64) {
    throw new ConsensusError('balance_overflow', `transaction ${index}: a balance above 2^64 - 1`, { index });
  }
  return { balance, nonce: recipient.nonce };
}
