import {
  type AccountRecord,
  accountRootOf,
  EMPTY_HISTORY,
  extendHistory,
  historyId,
} from '../account-commitment.ts';
import { equalBytes } from '../bytes.ts';
import type { Address } from '../identifiers.ts';
import { MAX_U64 } from '../amount.ts';
import type { BlockTransactions } from '../block-transactions.ts';
import { ConsensusError } from './consensus-error.ts';

/** What one address can spend (PROTOCOL.md section 5): a part of its record. */
export type AccountState = Pick<AccountRecord, 'balance' | 'nonce'>;

/** Returns the record of an address before the block; `undefined` for an address without one. */
export type AccountLookup = (address: Address) => AccountRecord | undefined;

/** The records of a block's addresses before and after it; the record before it is `undefined` for a new address. */
export interface AccountsOfBlock {
  readonly before: ReadonlyMap<Address, AccountRecord | undefined>;
  readonly after: ReadonlyMap<Address, AccountRecord>;
  /**
   * Histories after each transaction, 64 bytes each: its sender's and its recipient's. For a coinbase and a transfer to oneself
   * only the latter.
   */
  readonly histories: Uint8Array;
}

/** A block whose transactions are to be applied. */
export interface BlockToApply {
  readonly height: number;
  /** With all columns filled. */
  readonly transactions: BlockTransactions;
  /** 32 bytes each, one after another. */
  readonly transactionIds: Uint8Array;
}

const HASH_SIZE = 32;
const MAX_COUNT = 0xffff_ffff;

/**
 * Applies the transactions of a block to the records before it, in order. The caller has checked all other rules, among them
 * the value that a coinbase creates.
 */
export class StateChange {
  readonly #height: number;
  readonly #transactions: BlockTransactions;
  readonly #ids: Uint8Array;
  readonly #lookup: AccountLookup;
  /** By the index of the address, like the arrays below; `#isKnown` marks the addresses that were looked up. */
  readonly #before: (AccountRecord | undefined)[] = [];
  readonly #isKnown: Uint8Array;
  readonly #balances: BigUint64Array;
  readonly #nonces: Uint32Array;
  readonly #counts: Uint32Array;
  readonly #newest: Uint8Array[] = [];
  /** After each transaction. */
  readonly #histories: Uint8Array;

  /** @param lookup the record before the block; called once for each address, at its first use */
  constructor({ height, transactions, transactionIds }: BlockToApply, lookup: AccountLookup) {
    const count = transactions.addresses.length;
    this.#height = height;
    this.#transactions = transactions;
    this.#ids = transactionIds;
    this.#lookup = lookup;
    this.#isKnown = new Uint8Array(count);
    this.#balances = new BigUint64Array(count);
    this.#nonces = new Uint32Array(count);
    this.#counts = new Uint32Array(count);
    this.#histories = new Uint8Array(2 * transactions.count * HASH_SIZE);
  }

  /**
   * Applies the next transaction.
   * @throws ConsensusError `bad_nonce`, `insufficient_balance`, `balance_overflow` or `count_overflow`, with the `index` of the
   * transaction
   */
  apply(index: number): void {
    const sender = this.#transactions.senders[index]!;
    const recipient = this.#transactions.recipients[index]!;
    const id =
      index === 0
        ? historyId(this.#transactions.raw(0), 0)
        : this.#ids.subarray(index * HASH_SIZE, (index + 1) * HASH_SIZE);
    if (!this.#transactions.isCoinbase(index)) {
      this.#debit(index, sender);
      if (sender !== recipient) this.#mention(index, sender, 2 * index, id);
    }
    this.#credit(index, recipient); // after the debit, so that a transfer to oneself is correct
    this.#mention(index, recipient, 2 * index + 1, id);
  }

  /** The accounts of the transactions applied so far. */
  accounts(): AccountsOfBlock {
    const before = new Map<Address, AccountRecord | undefined>();
    const after = new Map<Address, AccountRecord>();
    this.#transactions.addresses.forEach((address, index) => {
      if (this.#isKnown[index] === 0) return;
      before.set(address, this.#before[index]);
      after.set(address, {
        address,
        balance: this.#balances[index]!,
        nonce: this.#nonces[index]!,
        count: this.#counts[index]!,
        history: this.#newest[index]!,
      });
    });
    return { before, after, histories: this.#histories };
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

  /** Adds the transaction to an account's history. */
  #mention(index: number, account: number, place: number, id: Uint8Array): void {
    if (this.#counts[account] === MAX_COUNT)
      throw stateError('count_overflow', index, 'more than 2^32 - 1 transactions of an address');
    this.#counts[account]! += 1;
    const newest = extendHistory(this.#newest[account]!, { height: this.#height, index, id });
    this.#newest[account] = newest;
    this.#histories.set(newest, place * HASH_SIZE);
  }

  #lookUp(address: number): void {
    if (this.#isKnown[address] === 1) return;
    const record = this.#lookup(this.#transactions.addresses[address]!);
    this.#before[address] = record;
    this.#balances[address] = record?.balance ?? 0n;
    this.#nonces[address] = record?.nonce ?? 0;
    this.#counts[address] = record?.count ?? 0;
    this.#newest[address] = record?.history ?? EMPTY_HISTORY;
    this.#isKnown[address] = 1;
  }
}

/** Applies all transactions of a block to the records before it. @throws ConsensusError as `StateChange.apply` does */
export function applyTransactions(block: BlockToApply, lookup: AccountLookup): AccountsOfBlock {
  const change = new StateChange(block, lookup);
  for (let index = 0; index < block.transactions.count; index += 1) change.apply(index);
  return change.accounts();
}

/**
 * Checks the account root in a block's coinbase (PROTOCOL.md section 5, rule 7).
 * @param coinbase 213 bytes
 * @param root of the accounts after the block, 32 bytes
 * @throws ConsensusError `bad_account_root`
 */
export function checkAccountRoot(coinbase: Uint8Array, root: Uint8Array): void {
  if (equalBytes(accountRootOf(coinbase), root)) return;
  throw new ConsensusError(
    'bad_account_root',
    'the coinbase has another account root than the accounts give',
  );
}

function stateError(
  code: 'bad_nonce' | 'insufficient_balance' | 'balance_overflow' | 'count_overflow',
  index: number,
  problem: string,
): ConsensusError {
  return new ConsensusError(code, `transaction ${index}: ${problem}`, { index });
}
