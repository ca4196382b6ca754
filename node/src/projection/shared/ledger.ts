import type { Address } from '@cairn/protocol';
import { ProjectionError } from '../projection-store.ts';
import type { AddressRecord } from './address-record.ts';
import type { RunningTotals } from './running-totals.ts';
import type { TransferFields } from './transfer-fields.ts';

/** The address records that transactions change, implemented for SQLite and for PostgreSQL. */
export interface ChangingAddresses {
  /** The record of an address, marked as changed; `undefined` if the address has none yet. */
  getForChange(address: Address): AddressRecord | undefined;
  /** @param number the count of addresses so far */
  create(address: Address, number: number, height: number): AddressRecord;
}

/**
 * Applies transactions to addresses and totals, and reverses them. All changes of a block can be computed from its
 * transactions, so disconnecting it needs no undo record.
 */
export class Ledger {
  readonly #addresses: ChangingAddresses;
  readonly #totals: RunningTotals;
  /** Miner of the block that is being connected; `undefined` for the genesis block. */
  #miner: AddressRecord | undefined;
  /** Fees of the transactions disconnected so far in the current block; its coinbase, disconnected last, resets them. */
  #disconnectedFees = 0n;

  /** @param totals changed with each transaction */
  constructor(addresses: ChangingAddresses, totals: RunningTotals) {
    this.#addresses = addresses;
    this.#totals = totals;
  }

  /** Applies the next transaction of the chain, which gets the next sequence number. */
  connect({ isCoinbase, fromAddress, toAddress, value, fee, nonce }: TransferFields): void {
    const totals = this.#totals;
    if (isCoinbase) {
      totals.rewards += value;
    } else {
      const sender = this.#getOrCreate(fromAddress);
      sender.balance -= value + fee;
      sender.sent += value;
      sender.fees += fee;
      sender.nonce = nonce;
      this.#addToHistory(sender);
      totals.fees += fee;
      totals.transferred += value;
    }
    const receiver = this.#getOrCreate(toAddress);
    receiver.balance += value;
    receiver.received += value;
    if (isCoinbase) this.#creditReward(receiver, value);
    else if (this.#miner !== undefined) this.#miner.rewardFees += fee;
    if (isCoinbase || fromAddress !== toAddress) this.#addToHistory(receiver);
    totals.transactions += 1;
  }

  /**
   * Reverses `connect` for the newest transaction. The caller updates the values that depend on stored rows: the totals of
   * transactions and addresses, and each address's `lastSeen`.
   * @throws ProjectionError `damaged` if an address of the transaction has no record
   */
  disconnect({ isCoinbase, fromAddress, toAddress, value, fee, nonce }: TransferFields): void {
    const totals = this.#totals;
    const receiver = this.#require(toAddress);
    receiver.balance -= value;
    receiver.received -= value;
    if (isCoinbase || fromAddress !== toAddress) receiver.transactionCount -= 1;
    if (isCoinbase) {
      totals.rewards -= value;
      this.#revokeReward(receiver, value);
      return;
    }
    this.#disconnectedFees += fee;
    const sender = this.#require(fromAddress);
    sender.balance += value + fee;
    sender.sent -= value;
    sender.fees -= fee;
    sender.nonce = nonce - 1;
    sender.transactionCount -= 1;
    totals.fees -= fee;
    totals.transferred -= value;
  }

  /**
   * Credits the miner with the coinbase, the first transaction of a block; `connect` then adds the fee of each further
   * transaction to `rewardFees`. The genesis block has no miner.
   */
  #creditReward(miner: AddressRecord, reward: bigint): void {
    this.#miner = this.#totals.height > 0 ? miner : undefined;
    if (this.#miner === undefined) return;
    miner.mined += 1;
    miner.rewards += reward;
  }

  /** Reverses `#creditReward`. The coinbase is disconnected last, when the block's fees are known. */
  #revokeReward(miner: AddressRecord, reward: bigint): void {
    const fees = this.#disconnectedFees;
    this.#disconnectedFees = 0n;
    if (this.#totals.height === 0) return;
    miner.mined -= 1;
    miner.rewards -= reward;
    miner.rewardFees -= fees;
  }

  #getOrCreate(address: Address): AddressRecord {
    const totals = this.#totals;
    return (
      this.#addresses.getForChange(address) ??
      this.#addresses.create(address, totals.addresses++, totals.height)
    );
  }

  #require(address: Address): AddressRecord {
    const record = this.#addresses.getForChange(address);
    if (record === undefined)
      throw new ProjectionError('damaged', `the address ${address} has a transaction but no row`);
    return record;
  }

  #addToHistory(record: AddressRecord): void {
    record.unwritten.push(this.#totals.transactions);
    record.transactionCount += 1;
    record.lastSeen = this.#totals.height;
  }
}
