import { MAX_U64 } from '../amount.ts';
import { isCoinbase, type TransactionBody } from '../transaction.ts';
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

/** What the transactions of a block make of the state before it, one after another in block order. */
export interface StateChange {
  /** State, after what was applied, of every address that it names. */
  readonly after: ReadonlyMap<string, AccountState>;
  /** State before the block of the same addresses; `undefined` for one that did not exist. */
  readonly before: ReadonlyMap<string, AccountState | undefined>;
  /**
   * @param transaction judged by the other rules already; a coinbase creates its value
   * @throws ConsensusError `bad_nonce`, `insufficient_balance` or `balance_overflow`, with the `index` of the transaction
   */
  apply(transaction: TransactionBody, index: number): void;
}

/** Begins with the state that `lookup` tells, each address asked for once. */
export function beginStateChange(lookup: AccountLookup): StateChange {
  const before = new Map<string, AccountState | undefined>();
  const after = new Map<string, AccountState>();
  const stateOf = (address: string): AccountState => {
    const known = after.get(address);
    if (known !== undefined) return known;
    const state = lookup(address);
    before.set(address, state);
    return state ?? EMPTY_ACCOUNT;
  };
  const apply = (transaction: TransactionBody, index: number): void => {
    const { fromAddress, toAddress, value } = transaction;
    if (!isCoinbase(transaction)) after.set(fromAddress, debit(stateOf(fromAddress), transaction, index));
    // Looked up after the debit, so that a transfer to oneself comes out right.
    after.set(toAddress, credit(stateOf(toAddress), value, index));
  };
  return { before, after, apply };
}

/**
 * Applies transactions in block order to the state before them.
 * @param transactions judged by the other rules already; a coinbase creates its value
 * @returns the state after them of every address that they name
 * @throws ConsensusError `bad_nonce`, `insufficient_balance` or `balance_overflow`, with the `index` of the transaction
 */
export function applyTransactions(
  lookup: AccountLookup,
  transactions: readonly TransactionBody[],
): ReadonlyMap<string, AccountState> {
  const change = beginStateChange(lookup);
  transactions.forEach((transaction, index) => change.apply(transaction, index));
  return change.after;
}

function debit(sender: AccountState, transaction: TransactionBody, index: number): AccountState {
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
