/** What a block does to addresses, histories, totals and series: computed once, the same for SQLite and PostgreSQL. */
import type { HistoryDirection } from '@cairn/api/explorer';
import { type Address, type BlockHeader, type BlockId, COINBASE_SENDER } from '@cairn/protocol';
import type { ChainTip } from '../chain/chain-types.ts';
import type { Parameters, Row } from './engine.ts';
import type { ProjectedBlock } from './projected-block.ts';
import type { RankedAddressRow, StateRow } from './reader.ts';
import { SeriesChanges, type ChainTotals } from './series.ts';
import { ProjectionError } from './store.ts';

/** A row of the table `addresses`. */
export interface AddressRow extends RankedAddressRow {
  readonly number: number;
  readonly mined: number;
  readonly rewards: string;
  readonly reward_fees: string;
}

/** An address, changed in memory and written once per database transaction: its row with amounts as numbers. */
export interface AddressRecord {
  readonly number: number;
  readonly address: Address;
  balance: bigint;
  nonce: number;
  received: bigint;
  sent: bigint;
  fees: bigint;
  transaction_count: number;
  readonly first_seen: number;
  last_seen: number;
  mined: number;
  rewards: bigint;
  reward_fees: bigint;
  /** New rows of its history. */
  readonly history: Row[];
}

/** The stored fields of a transaction that its removal needs. */
export interface StoredTransfer {
  readonly from_address: Address;
  readonly to_address: Address;
  readonly value: string;
  readonly fee: number;
  readonly nonce: number;
}

/** The stored fields of a block that its removal, or that of its child, needs. */
export interface StoredBlock {
  readonly id: BlockId;
  readonly timestamp: number;
  readonly bits: number;
  readonly first_sequence: number;
}

/** The rows that a database transaction writes at its end. */
export interface LedgerChanges {
  /** By number: all rows of an address's history are adjacent. */
  readonly history: Iterable<Row>;
  /** New and changed rows, by number. */
  readonly addresses: readonly Row[];
  /** To be added to the stored buckets. */
  readonly series: readonly Row[];
  /** Columns of `state`. */
  readonly state: Parameters;
}

/** Digits of 2^64 − 1. */
const BALANCE_DIGITS = 20;

/**
 * Applies blocks to addresses, totals and series, and reverses them. All changes of a block can be computed from its
 * transactions, so its removal needs no undo record. After a failed database transaction, make another ledger.
 */
export class Ledger {
  readonly #totals: Totals;
  /** Timestamp of the newest block; `undefined` before the first. */
  #tipTime: number | undefined;
  readonly #series = new SeriesChanges();
  /** The addresses of the current database transaction. */
  readonly #records = new Map<Address, AddressRecord>();
  /** Numbers of the addresses that lost transactions in it. */
  readonly #shortened = new Set<number>();

  /**
   * @param state the stored row
   * @param tipTime timestamp of the newest block; `undefined` without one
   */
  constructor(state: StateRow, tipTime: number | undefined) {
    this.#totals = {
      height: state.height,
      blockId: state.block_id,
      transactions: state.transactions,
      addresses: state.addresses,
      fees: BigInt(state.fees),
      transferred: BigInt(state.transferred),
      rewards: BigInt(state.rewards),
    };
    this.#tipTime = tipTime;
  }

  /** The newest block; `undefined` before the first. */
  get tip(): ChainTip | undefined {
    const { height, blockId } = this.#totals;
    return height < 0 ? undefined : { height, id: blockId };
  }

  /** Height of the newest block; -1 before the first. */
  get height(): number {
    return this.#totals.height;
  }

  /** Number of transactions so far: the sequence number of the next one. */
  get transactions(): number {
    return this.#totals.transactions;
  }

  /** Number of addresses so far: the number of the next one. */
  get addresses(): number {
    return this.#totals.addresses;
  }

  /** Those of the addresses that are not in memory: look their rows up and `learn` them before `connect` or `disconnect`. */
  unknown(addresses: Iterable<Address>): Address[] {
    return [...new Set(addresses)].filter((one) => one !== COINBASE_SENDER && !this.#records.has(one));
  }

  learn(row: AddressRow): void {
    this.#records.set(row.address, recordOf(row));
  }

  /**
   * Applies the next block.
   * @returns its row of the table `blocks`
   * @throws ProjectionError `damaged` if it does not follow the newest block
   */
  connect({ header, id, transactions }: ProjectedBlock): Row {
    const totals = this.#totals;
    const before = { ...totals };
    if (header.height !== totals.height + 1) {
      throw new ProjectionError('damaged', `block ${header.height} does not follow ${totals.height}`);
    }
    totals.height = header.height;
    totals.blockId = id;
    const { senders, recipients, values, fees: smallFees, nonces } = transactions;
    const records = transactions.addresses.map((address) => this.#recordOrNew(address));
    for (let index = 0; index < transactions.count; index += 1) {
      const [sender, recipient] = [records[senders[index]!], records[recipients[index]!]!];
      this.#move(sender, recipient, values[index]!, BigInt(smallFees[index]!));
      if (sender === undefined) {
        this.#addToHistory(recipient, 'mined', header.timestamp);
      } else {
        sender.nonce = nonces[index]!;
        this.#addToHistory(sender, sender === recipient ? 'self' : 'out', header.timestamp);
        if (sender !== recipient) this.#addToHistory(recipient, 'in', header.timestamp);
      }
      totals.transactions += 1;
    }
    const { fees, reward } = this.#count(header, before, records[recipients[0]!]!, header.timestamp);
    return [
      header.height,
      Buffer.from(id, 'hex'),
      header.version,
      Buffer.from(header.previousBlockId, 'hex'),
      Buffer.from(header.merkleRoot, 'hex'),
      header.miner,
      header.timestamp,
      header.bits,
      header.nonce,
      transactions.count,
      String(fees),
      String(reward),
      before.transactions,
    ];
  }

  /** Numbers of the addresses that lost transactions since `take`; some of them may have gained others. */
  get shortened(): number[] {
    return [...this.#shortened];
  }

  /**
   * Reverses `connect` for the newest block. Call it only if no block was connected since `take`. The caller removes what is stored
   * of the block and of addresses from number `addresses` on, and sets `last_seen` of the `shortened` ones.
   * @param block the newest block, and its parent, if it has one
   * @param transfers its transactions, newest first
   * @throws ProjectionError `damaged` if the block or an address of it is not stored
   */
  disconnect(
    block: StoredBlock | undefined,
    parent: StoredBlock | undefined,
    transfers: readonly StoredTransfer[],
  ): void {
    const totals = this.#totals;
    const coinbase = transfers.at(-1);
    if (block === undefined || coinbase === undefined)
      throw new ProjectionError('damaged', 'the newest block has no rows');
    const before = { ...totals };
    const miner = this.#record(coinbase.to_address); // found no more once it has no transactions
    for (const { from_address: from, to_address: to, value, fee, nonce } of transfers) {
      const sender = from === COINBASE_SENDER ? undefined : this.#record(from);
      const recipient = this.#record(to);
      this.#move(sender, recipient, -BigInt(value), -BigInt(fee));
      if (sender !== recipient) this.#shortenHistory(recipient);
      if (sender === undefined) continue;
      sender.nonce = nonce - 1;
      this.#shortenHistory(sender);
    }
    totals.height -= 1;
    totals.blockId = parent?.id ?? '';
    totals.transactions = block.first_sequence;
    const removed = { ...block, height: before.height };
    this.#count(removed, before, miner, parent?.timestamp);
  }

  /** The rows to write at the end of a database transaction. */
  take(): LedgerChanges {
    const records = [...this.#records.values()].sort((a, b) => a.number - b.number);
    this.#records.clear();
    this.#shortened.clear();
    const { blockId, fees, transferred, rewards, ...counts } = this.#totals;
    const sums = { fees: String(fees), transferred: String(transferred), rewards: String(rewards) };
    return {
      history: records.flatMap((record) => record.history),
      addresses: records.map(addressRow),
      series: this.#series.take(),
      state: { ...counts, ...sums, blockId: Buffer.from(blockId, 'hex') },
    };
  }

  /** The record of an address, a new one if it has none; `undefined` for the sender of coinbases. */
  #recordOrNew(address: Address): AddressRecord | undefined {
    const known = this.#records.get(address);
    if (known !== undefined || address === COINBASE_SENDER) return known;
    const { height } = this.#totals;
    const number = this.#totals.addresses++;
    const record = recordOf({ ...NOTHING, number, address, first_seen: height, last_seen: height });
    this.#records.set(address, record);
    return record;
  }

  #record(address: Address): AddressRecord {
    const record = this.#records.get(address);
    if (record === undefined)
      throw new ProjectionError('damaged', `the address ${address} has a transaction but no row`);
    return record;
  }

  /** Moves coins and fee; negative amounts reverse that. @param sender `undefined` for a coinbase */
  #move(sender: AddressRecord | undefined, recipient: AddressRecord, value: bigint, fee: bigint): void {
    const totals = this.#totals;
    recipient.balance += value;
    recipient.received += value;
    if (sender === undefined) {
      totals.rewards += value;
      return;
    }
    sender.balance -= value + fee;
    sender.sent += value;
    sender.fees += fee;
    totals.fees += fee;
    totals.transferred += value;
  }

  /** Credits the miner of a block that was just connected or disconnected, and adds it to the series or subtracts it. */
  #count(
    block: Pick<BlockHeader, 'height' | 'timestamp' | 'bits'>,
    before: Totals,
    miner: AddressRecord,
    tipTime: number | undefined,
  ): { readonly fees: bigint; readonly reward: bigint } {
    const totals = this.#totals;
    const sign = totals.height - before.height;
    const [fees, reward] = [totals.fees - before.fees, totals.rewards - before.rewards];
    if (block.height > 0) {
      miner.mined += sign;
      miner.rewards += reward;
      miner.reward_fees += fees;
    }
    this.#series.add(block, sign > 0 ? this.#tipTime : tipTime, before, totals);
    this.#tipTime = tipTime;
    return { fees, reward };
  }

  #addToHistory(record: AddressRecord, direction: HistoryDirection, timestamp: number): void {
    const { number, transaction_count: position } = record;
    record.history.push([number, position, this.#totals.transactions, direction, timestamp]);
    record.transaction_count += 1;
    record.last_seen = this.#totals.height;
  }

  #shortenHistory(record: AddressRecord): void {
    this.#shortened.add(record.number);
    record.transaction_count -= 1;
    if (record.transaction_count > 0) return;
    this.#totals.addresses -= 1;
    this.#records.delete(record.address);
  }
}

/** What the table `state` says. */
interface Totals extends ChainTotals {
  /** Empty before the first block. */
  blockId: BlockId | '';
}

/** The values of a new address. */
const NOTHING = {
  balance: '0',
  nonce: 0,
  received: '0',
  sent: '0',
  fees: '0',
  transaction_count: 0,
  mined: 0,
  rewards: '0',
  reward_fees: '0',
} as const;

function recordOf(row: AddressRow): AddressRecord {
  return {
    ...row,
    balance: BigInt(row.balance),
    received: BigInt(row.received),
    sent: BigInt(row.sent),
    fees: BigInt(row.fees),
    rewards: BigInt(row.rewards),
    reward_fees: BigInt(row.reward_fees),
    history: [],
  };
}

function addressRow(record: AddressRecord): Row {
  const { number, address, nonce, transaction_count: count, first_seen, last_seen, mined } = record;
  const { balance, received, sent, fees, rewards, reward_fees } = record;
  const ranked = String(balance).padStart(BALANCE_DIGITS, '0');
  const [spent, earned] = [[received, sent, fees].map(String), [rewards, reward_fees].map(String)];
  return [number, address, ranked, nonce, ...spent, count, first_seen, last_seen, mined, ...earned];
}
