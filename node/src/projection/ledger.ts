/** What a block does to addresses, histories, totals and series: computed once, the same for SQLite and PostgreSQL. */
import type { HistoryDirection } from '@cairn/api/explorer';
import { type Address, type BlockHeader, type BlockId, COINBASE_SENDER } from '@cairn/protocol';
import type { ChainTip } from '../chain/chain-types.ts';
import type { Parameters, Row } from './engine.ts';
import type { ProjectedBlock } from './projected-block.ts';
import type { RankedAddressRow, StateRow } from './answers.ts';
import { SeriesChanges, type ChainTotals } from './series.ts';
import { ProjectionError } from './store.ts';

/** A row of the table `addresses`. */
export interface AddressRow extends RankedAddressRow {
  readonly number: number;
  readonly mined: number;
  readonly rewards: string;
  readonly reward_fees: string;
}

type Amount = 'balance' | 'received' | 'sent' | 'fees' | 'rewards' | 'reward_fees';

/** An address, changed in memory and written once per database transaction: its row with amounts as numbers. */
type AddressRecord = {
  -readonly [Column in keyof AddressRow]: Column extends Amount ? bigint : AddressRow[Column];
} & {
  /** New rows of its history. */
  readonly history: Row[];
};

/** A transaction as addresses see it. */
export interface Transfer {
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
  readonly fee: bigint;
  readonly nonce: number;
}

/** The stored fields of a block that its removal, or that of its child, needs. */
export interface StoredBlock {
  readonly id: BlockId;
  readonly timestamp: number;
  readonly bits: number;
  readonly first_sequence: number;
}

/** What the table `state` says. */
interface Totals extends ChainTotals {
  /** Empty before the first block. */
  blockId: BlockId | '';
}

/** Digits of 2^64 − 1. */
const BALANCE_DIGITS = 20;

/**
 * Applies blocks to addresses, totals and series, and reverses them, within one database transaction. All changes of a block can be
 * computed from its transactions, so its removal needs no undo record.
 */
export class Ledger {
  readonly #totals: Totals;
  /** Timestamp of the newest block; `undefined` before the first. */
  #tipTime: number | undefined;
  readonly #series = new SeriesChanges();
  readonly #records = new Map<Address, AddressRecord>();
  /** Numbers of the addresses that lost transactions; some of them may have gained others. */
  readonly #shortened = new Set<number>();

  /**
   * @param state the stored row
   * @param tipTime timestamp of the newest block; `undefined` without one
   */
  constructor(state: StateRow, tipTime: number | undefined) {
    const { height, block_id: blockId, transactions, addresses, fees, transferred, rewards } = state;
    const sums = { fees: BigInt(fees), transferred: BigInt(transferred), rewards: BigInt(rewards) };
    this.#totals = { height, blockId, transactions, addresses, ...sums };
    this.#tipTime = tipTime;
  }

  /** Totals up to the newest block; its height is -1 before the first. The next transaction and address get their counts as numbers. */
  get totals(): Readonly<Totals> {
    return this.#totals;
  }

  /** The newest block; `undefined` before the first. */
  get tip(): ChainTip | undefined {
    const { height, blockId } = this.#totals;
    return height < 0 ? undefined : { height, id: blockId };
  }

  /** Numbers of the addresses that lost transactions. */
  get shortened(): number[] {
    return [...this.#shortened];
  }

  /** Those of the addresses that are not in memory: look their rows up and `learn` them before `connect` or `disconnect`. */
  unknown(addresses: Iterable<Address>): Address[] {
    return [...new Set(addresses)].filter((one) => one !== COINBASE_SENDER && !this.#records.has(one));
  }

  learn(row: AddressRow): void {
    const { balance, received, sent, fees, rewards, reward_fees: rewardFees } = row;
    this.#records.set(row.address, {
      ...row,
      balance: BigInt(balance),
      received: BigInt(received),
      sent: BigInt(sent),
      fees: BigInt(fees),
      rewards: BigInt(rewards),
      reward_fees: BigInt(rewardFees),
      history: [],
    });
  }

  /**
   * Applies the next block.
   * @returns its row of the table `blocks`
   * @throws ProjectionError `damaged` if it does not follow the newest block
   */
  connect({ header, id, transactions }: ProjectedBlock): Row {
    const totals = this.#totals;
    const before = { ...totals };
    const isChild = totals.height < 0 || header.previousBlockId === totals.blockId;
    if (header.height !== totals.height + 1 || !isChild) {
      const newest = `${totals.height} ${totals.blockId}`;
      throw new ProjectionError('damaged', `block ${header.height} ${id} does not follow ${newest}`);
    }
    totals.height = header.height;
    totals.blockId = id;
    const { addresses, senders, recipients, values, fees: smallFees, nonces } = transactions;
    for (const address of addresses) this.#appear(address);
    for (let index = 0; index < transactions.count; index += 1) {
      const [from, to] = [addresses[senders[index]!]!, addresses[recipients[index]!]!];
      const [value, fee, nonce] = [values[index]!, BigInt(smallFees[index]!), nonces[index]!];
      this.#move({ from, to, value, fee, nonce }, 1, header.timestamp);
    }
    const miner = this.#record(addresses[recipients[0]!]!);
    const { fees, reward } = this.#count(header, before, miner, header.timestamp);
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

  /**
   * Reverses `connect` for the newest block. Call it before any `connect`. The caller removes what is stored
   * of the block and of addresses from number `totals.addresses` on, and sets `last_seen` of the `shortened` ones.
   * @param block the newest block, and its parent, if it has one
   * @param transfers its transactions, newest first
   * @throws ProjectionError `damaged` if the block or an address of it is not stored
   */
  disconnect(
    block: StoredBlock | undefined,
    parent: StoredBlock | undefined,
    transfers: readonly Transfer[],
  ): void {
    const totals = this.#totals;
    const coinbase = transfers.at(-1);
    if (block === undefined || coinbase === undefined)
      throw new ProjectionError('damaged', 'the newest block has no rows');
    const before = { ...totals };
    const miner = this.#record(coinbase.to); // found no more once it has no transactions
    for (const transfer of transfers) this.#move(transfer, -1, 0);
    totals.height -= 1;
    totals.blockId = parent?.id ?? '';
    totals.transactions = block.first_sequence;
    this.#count({ ...block, height: before.height }, before, miner, parent?.timestamp);
  }

  /** The rows to write at the end of the database transaction; the many are made one by one while the database takes them. */
  rows() {
    const records = [...this.#records.values()].sort((a, b) => a.number - b.number);
    const { blockId, fees, transferred, rewards, ...counts } = this.#totals;
    const sums = { fees: String(fees), transferred: String(transferred), rewards: String(rewards) };
    const state: Parameters = { ...counts, ...sums, blockId: Buffer.from(blockId, 'hex') };
    return {
      /** By number: all rows of an address's history are adjacent. */
      history: records.values().flatMap((record) => record.history),
      /** New and changed rows, by number. */
      addresses: records.values().map(addressRow),
      /** To be added to the stored buckets. */
      series: this.#series.rows(),
      /** Columns of `state`. */
      state,
    };
  }

  /** Gives an address without a row one. */
  #appear(address: Address): void {
    if (address === COINBASE_SENDER || this.#records.has(address)) return;
    const { height: first_seen } = this.#totals;
    const number = this.#totals.addresses++;
    const nothing = { balance: 0n, received: 0n, sent: 0n, fees: 0n, rewards: 0n, reward_fees: 0n };
    const counts = { nonce: 0, transaction_count: 0, first_seen, last_seen: first_seen, mined: 0 };
    this.#records.set(address, { number, address, ...nothing, ...counts, history: [] });
  }

  #record(address: Address): AddressRecord {
    const record = this.#records.get(address);
    if (record === undefined)
      throw new ProjectionError('damaged', `the address ${address} has a transaction but no row`);
    return record;
  }

  /** Moves coins and fee, and lengthens histories by the next transaction; or reverses that for the newest. */
  #move({ from, to, value, fee, nonce }: Transfer, sign: 1 | -1, timestamp: number): void {
    const totals = this.#totals;
    const [moved, paid] = sign > 0 ? [value, fee] : [-value, -fee];
    const enter = (record: AddressRecord, direction: HistoryDirection): void =>
      sign > 0 ? this.#lengthen(record, direction, timestamp) : this.#shorten(record);
    const recipient = this.#record(to);
    recipient.balance += moved;
    recipient.received += moved;
    if (from === COINBASE_SENDER) {
      totals.rewards += moved;
      enter(recipient, 'mined');
    } else {
      const sender = this.#record(from);
      sender.balance -= moved + paid;
      sender.sent += moved;
      sender.fees += paid;
      sender.nonce = sign > 0 ? nonce : nonce - 1;
      totals.fees += paid;
      totals.transferred += moved;
      enter(sender, from === to ? 'self' : 'out');
      if (from !== to) enter(recipient, 'in');
    }
    totals.transactions += sign;
  }

  #lengthen(record: AddressRecord, direction: HistoryDirection, timestamp: number): void {
    const { number, transaction_count: position } = record;
    record.history.push([number, position, this.#totals.transactions, direction, timestamp]);
    record.transaction_count += 1;
    record.last_seen = this.#totals.height;
  }

  #shorten(record: AddressRecord): void {
    this.#shortened.add(record.number);
    record.transaction_count -= 1;
    if (record.transaction_count > 0) return;
    this.#totals.addresses -= 1;
    this.#records.delete(record.address);
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
}

function addressRow(record: AddressRecord): Row {
  const { number, address, nonce, transaction_count: count, first_seen, last_seen, mined } = record;
  const { balance, received, sent, fees, rewards, reward_fees } = record;
  const ranked = String(balance).padStart(BALANCE_DIGITS, '0');
  const [spent, earned] = [[received, sent, fees].map(String), [rewards, reward_fees].map(String)];
  return [number, address, ranked, nonce, ...spent, count, first_seen, last_seen, mined, ...earned];
}
