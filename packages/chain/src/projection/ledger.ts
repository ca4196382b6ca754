/** What a block does to addresses, histories, totals and series: computed once, the same for SQLite and PostgreSQL. */
import type { HistoryDirection } from '@cairn/api/contract';
import { type Address, type BlockHeader, COINBASE_SENDER, hexToBytes } from '@cairn/protocol';
import type { ChainTip } from '../chain/chain-types.ts';
import { transactionRows, type ProjectedBlock } from './projected-block.ts';
import { countedRow, type CountedRow, type NewRow, type StoredRow } from './tables.ts';
import { SeriesChanges } from './series.ts';
import { ProjectionError } from './store.ts';

type Changing<Row> = { -readonly [Column in keyof Row]: Row[Column] };

/** An address, changed in memory and written once per command. */
type AddressRecord = Changing<NewRow<'addresses'>> & {
  /** New rows of its history. */
  readonly history: NewRow<'history'>[];
};

/** A transaction as addresses see it. */
export type Transfer = Pick<
  NewRow<'transactions'>,
  'from_address' | 'to_address' | 'value' | 'fee' | 'nonce'
>;

/** The stored fields of a block that its removal, or that of its child, needs. */
export type StoredBlock = Pick<StoredRow<'blocks'>, 'id' | 'timestamp' | 'bits' | 'first_sequence'>;

/** What the table `state` says. */
type Totals = Changing<CountedRow<'state'>>;

/**
 * Applies blocks to addresses, totals and series, and reverses them, within one command. All changes of a block can be
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
  constructor(state: StoredRow<'state'>, tipTime: number | undefined) {
    this.#totals = countedRow('state', state);
    this.#tipTime = tipTime;
  }

  /** Totals up to the newest block; its height is -1 before the first. The next transaction and address get their counts as numbers. */
  get totals(): Readonly<Totals> {
    return this.#totals;
  }

  /** The newest block; `undefined` before the first. */
  get tip(): ChainTip | undefined {
    const { height, block_id: id } = this.#totals;
    return height < 0 ? undefined : { height, id };
  }

  /** Numbers of the addresses that lost transactions. */
  get shortened(): number[] {
    return [...this.#shortened];
  }

  /** Those of the addresses that are not in memory: look their rows up and `learn` them before `connect` or `disconnect`. */
  unknown(addresses: Iterable<Address>): Address[] {
    return [...new Set(addresses)].filter((one) => one !== COINBASE_SENDER && !this.#records.has(one));
  }

  learn(row: StoredRow<'addresses'>): void {
    this.#records.set(row.address, { ...countedRow('addresses', row), history: [] });
  }

  /**
   * Applies the next block, each transaction when its row is taken.
   * @returns the block's row
   * @throws ProjectionError `damaged` if it does not follow the newest block
   */
  *connect(block: ProjectedBlock): Generator<NewRow<'transactions'>, NewRow<'blocks'>> {
    const { header, id, transactions } = block;
    const totals = this.#totals;
    const before = { ...totals };
    const isChild = totals.height < 0 || header.previousBlockId === totals.block_id;
    if (header.height !== totals.height + 1 || !isChild) {
      const newest = `${totals.height} ${totals.block_id}`;
      throw new ProjectionError('damaged', `block ${header.height} ${id} does not follow ${newest}`);
    }
    totals.height = header.height;
    totals.block_id = id;
    const { addresses, recipients } = transactions;
    for (const address of addresses) this.#appear(address);
    for (const row of transactionRows(block, totals.transactions)) {
      this.#move(row, 1, header.timestamp);
      yield row;
    }
    const miner = this.#record(addresses[recipients[0]!]!);
    const { fees, reward } = this.#count(header, before, miner, header.timestamp);
    return {
      height: header.height,
      id: hexToBytes(id),
      version: header.version,
      previous_id: hexToBytes(header.previousBlockId),
      merkle_root: hexToBytes(header.merkleRoot),
      miner: header.miner,
      timestamp: header.timestamp,
      bits: header.bits,
      nonce: header.nonce,
      transaction_count: transactions.count,
      fees,
      reward,
      first_sequence: before.transactions,
    };
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
    const miner = this.#record(coinbase.to_address); // found no more once it has no transactions
    for (const transfer of transfers) this.#move(transfer, -1, 0);
    totals.height -= 1;
    totals.block_id = parent?.id ?? '';
    totals.transactions = block.first_sequence;
    this.#count({ ...block, height: before.height }, before, miner, parent?.timestamp);
  }

  /** The rows to write at the end of a command; the many are made one by one while the database takes them. */
  rows() {
    const records = [...this.#records.values()].sort((a, b) => a.number - b.number);
    return {
      /** By number: all rows of an address's history are adjacent. */
      history: records.values().flatMap((record) => record.history),
      /** New and changed rows, by number. */
      addresses: records,
      /** To be added to the stored buckets. */
      series: this.#series.rows(),
      state: { ...this.#totals, block_id: hexToBytes(this.#totals.block_id) },
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
  #move(transfer: Transfer, sign: 1 | -1, timestamp: number): void {
    const { from_address: from, to_address: to, value, nonce } = transfer;
    const totals = this.#totals;
    const fee = BigInt(transfer.fee);
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
    const { number: address, transaction_count: position } = record;
    record.history.push({ address, position, sequence: this.#totals.transactions, direction, timestamp });
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
