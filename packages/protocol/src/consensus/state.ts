import type { Address } from '../identifiers.ts';
import { MAX_U64 } from '../amount.ts';
import type { BlockTransactions } from '../block-transactions.ts';
import { ConsensusError } from './consensus-error.ts';

/** The state of one address (PROTOCOL.md section 5). */
export interface AccountState {
  /** Pebbles, 0 to 2^64 - 1. */
  readonly balance: bigint;
  /** Nonce of the last outgoing transaction; 0 before the first. */
  readonly nonce: number;
}

/** Returns the state of an address before the block; `undefined` for an address without one. */
export type AccountLookup = (address: Address) => AccountState | undefined;

/** The states of a block's addresses before and after it; the state before it is `undefined` for a new address. */
export interface ChangedAccounts {
  readonly before: ReadonlyMap<Address, AccountState | undefined>;
  readonly after: ReadonlyMap<Address, AccountState>;
}

/**
 * Applies the transactions of a block to the state before it, in order. The caller has checked all other rules, among them
 * the value that a coinbase creates.
 */
export class StateChange {
  readonly #transactions: BlockTransactions;
  readonly #lookup: AccountLookup;
  /** By the index of the address, like the arrays below; `#isKnown` marks the addresses that were looked up. */
  readonly #before: (AccountState | undefined)[] = [];
  readonly #isKnown: Uint8Array;
  readonly #balances: BigUint64Array;
  readonly #nonces: Uint32Array;

  /**
   * @param transactions with all columns filled
   * @param lookup the state before the block; called once for each address, at its first use
   */
  constructor(transactions: BlockTransactions, lookup: AccountLookup) {
    const count = transactions.addresses.length;
    this.#transactions = transactions;
    this.#lookup = lookup;
    this.#isKnown = new Uint8Array(count);
    this.#balances = new BigUint64Array(count);
    this.#nonces = new Uint32Array(count);
  }

  /**
   * Applies the next transaction.
   * @throws ConsensusError `bad_nonce`, `insufficient_balance` or `balance_overflow`, with the `index` of the transaction
   */
  apply(index: number): void {
    const { senders, recipients } = this.#transactions;
    if (!this.#transactions.isCoinbase(index)) this.#debit(index, senders[index]!);
    this.#credit(index, recipients[index]!); // after the debit, so that a transfer to oneself is correct
  }

  /** The accounts of the transactions applied so far. */
  accounts(): ChangedAccounts {
    const before = new Map<Address, AccountState | undefined>();
    const after = new Map<Address, AccountState>();
    this.#transactions.addresses.forEach((address, index) => {
      if (this.#isKnown[index] === 0) return;
      before.set(address, this.#before[index]);
      after.set(address, { balance: this.#balances[index]!, nonce: this.#nonces[index]! });
    });
    return { before, after };
  }

  #debit(index: number, sender: number): void {
    this.#lookUp(sender);
    const { nonces, values, fees } = this.#transactions;
    const nonce = nonces[index]!;
    const last = this.#nonces[sender]!;
    if (nonce !== last + 1) throw stateError('bad_nonce', index, `nonce ${nonce} after ${last}`);
    const balance = this.#balances[sender]!;
    const spent = values[index]! + BigInt(fees[index]!);
    if (spent > balance) throw stateError('insufficient_balance', index, `${spent} of ${balance}`);
    this.#balances[sender] = balance - spent;
    this.#nonces[sender] = nonce;
  }

  #credit(index: number, recipient: number): void {
    this.#lookUp(recipient);
    const balance = this.#balances[recipient]! + this.#transactions.values[index]!;
    if (balance > MAX_U64) throw stateError('balance_overflow', index, 'a balance above 2^64 - 1');
    this.#balances[recipient] = balance;
  }

  #lookUp(address: number): void {
    if (this.#isKnown[address] === 1) return;
    const state = this.#lookup(this.#transactions.addresses[address]!);
    this.#before[address] = state;
    this.#balances[address] = state?.balance ?? 0n;
    this.#nonces[address] = state?.nonce ?? 0;
    this.#isKnown[address] = 1;
  }
}

/** Applies all transactions of a block to the state before it. @throws ConsensusError as `StateChange.apply` does */
export function applyTransactions(
  transactions: BlockTransactions,
  lookup: AccountLookup,
): ReadonlyMap<Address, AccountState> {
  const change = new StateChange(transactions, lookup);
  for (let index = 0; index < transactions.count; index += 1) change.apply(index);
  return change.accounts().after;
}

function stateError(
  code: 'bad_nonce' | 'insufficient_balance' | 'balance_overflow',
  index: number,
  problem: string,
): ConsensusError {
  return new ConsensusError(code, `transaction ${index}: ${problem}`, { index });
}
