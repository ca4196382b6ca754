import { HISTORY_DIRECTIONS } from '@cairn/api/contract';
import { MAX_BLOCK_TRANSACTIONS } from '@cairn/protocol';
import type { ChainTip, LocatedBlock } from '../chain/chain-types.ts';
import type { Dialect, WritingEngine } from './engine.ts';
import { Ledger, type StoredBlock, type Transfer } from './ledger.ts';
import { readBlock, type ProjectedBlock, type ReadBytes } from './projected-block.ts';
import { columnsOf } from './schema.ts';
import type { NewRow, StoredRow } from './tables.ts';
import type { WriterCommand, WriterResult } from './store.ts';

/** Transactions, those of a full block, and blocks after which a removal ends, so that its memory has a bound. */
const REMOVED_TRANSACTIONS = MAX_BLOCK_TRANSACTIONS;
const REMOVED_BLOCKS = 1_024;

type StoredTransfer = Pick<StoredRow<'transactions'>, keyof Transfer>;

/** Writes the tables of either engine: what a command of the projection does with them. */
export class TableWriter {
  readonly #engine: WritingEngine;
  readonly #read: ReadBytes;
  readonly #statements: Statements;
  /** True within a transaction, which several commands may share. */
  #isChanging = false;

  constructor(engine: WritingEngine, read: ReadBytes) {
    this.#engine = engine;
    this.#read = read;
    this.#statements = statementsOf(engine.dialect);
  }

  async run(command: WriterCommand): Promise<WriterResult> {
    switch (command.type) {
      case 'open': {
        const discarded = await this.#engine.open(command.isDamaged);
        return { tip: (await this.#readLedger()).tip, discarded };
      }
      case 'remove':
        return { tip: await this.#change((ledger) => this.#remove(command.above, ledger), false) };
      case 'append':
        return { tip: await this.#change((ledger) => this.#append(command.blocks, ledger), command.isLast) };
      case 'close':
        await this.#engine.close();
    }
    return { tip: undefined };
  }

  /** @param work changes tables and ledger @param isLast ends the transaction; a failure does so without a change */
  async #change(work: (ledger: Ledger) => Promise<void>, isLast: boolean): Promise<ChainTip | undefined> {
    try {
      if (!this.#isChanging) await this.#engine.query(this.#engine.dialect.begin);
      this.#isChanging = true;
      const ledger = await this.#readLedger();
      await work(ledger);
      await this.#write(ledger);
      if (isLast) await this.#engine.query('COMMIT');
      this.#isChanging = !isLast;
      return ledger.tip;
    } catch (error) {
      this.#isChanging = false;
      // Some errors have ended the transaction already, and so has a lost connection.
      await this.#engine.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  async #readLedger(): Promise<Ledger> {
    const [state] = await this.#engine.query<StoredRow<'state'>>(this.#statements.state);
    const tip = await this.#blockAt(state!.height);
    return new Ledger(state!, tip?.timestamp);
  }

  async #append(places: readonly LocatedBlock[], ledger: Ledger): Promise<void> {
    const blocks: ProjectedBlock[] = [];
    for (const place of places) blocks.push(await readBlock(place, this.#read));
    const named = blocks.flatMap(({ transactions }) => transactions.addresses);
    await this.#learn(ledger, named);
    const rows: NewRow<'blocks'>[] = [];
    await this.#engine.insert('transactions', connected(blocks, ledger, rows));
    await this.#engine.insert('blocks', rows);
  }

  async #remove(above: number, ledger: Ledger): Promise<void> {
    const statements = this.#statements;
    const { height, transactions } = ledger.totals;
    const isEnough = ({ totals }: Ledger): boolean =>
      transactions - totals.transactions >= REMOVED_TRANSACTIONS || height - totals.height >= REMOVED_BLOCKS;
    for (let block = await this.#blockAt(height); ledger.totals.height > above && !isEnough(ledger);) {
      const parent = await this.#blockAt(ledger.totals.height - 1);
      const range = { first: block?.first_sequence ?? 0, end: ledger.totals.transactions };
      const rows = await this.#engine.query<StoredTransfer>(statements.transfers, range);
      const transfers = rows.map((row): Transfer => ({ ...row, value: BigInt(row.value) }));
      const named = rows.flatMap((row) => [row.from_address, row.to_address]);
      await this.#learn(ledger, named);
      ledger.disconnect(block, parent, transfers);
      block = parent;
    }
    const { totals, shortened: numbers } = ledger;
    await this.#engine.query(statements.deleteHistory, { numbers, transactions: totals.transactions });
    await this.#engine.query(statements.deleteAddresses, { addresses: totals.addresses });
    await this.#engine.query(statements.deleteTransactions, { transactions: totals.transactions });
    await this.#engine.query(statements.deleteBlocks, { height: totals.height });
  }

  async #blockAt(height: number): Promise<StoredBlock | undefined> {
    return (await this.#engine.query<StoredBlock>(this.#statements.blockAt, { height }))[0];
  }

  async #learn(ledger: Ledger, named: Iterable<string>): Promise<void> {
    const addresses = ledger.unknown(named);
    if (addresses.length === 0) return;
    const rows = await this.#engine.query<StoredRow<'addresses'>>(this.#statements.addresses, { addresses });
    for (const row of rows) ledger.learn(row);
  }

  /** Writes what the ledger collected in memory. */
  async #write(ledger: Ledger): Promise<void> {
    const { shortened: numbers } = ledger;
    const { history, addresses, series, state } = ledger.rows();
    await this.#engine.insert('history', history);
    await this.#engine.insert('addresses', addresses);
    await this.#engine.insert('series', series);
    await this.#engine.insert('state', [state]);
    if (numbers.length === 0) return;
    await this.#engine.query(this.#statements.updateLastSeen, { numbers });
    await this.#engine.query(this.#statements.deleteEmptySeries);
  }
}

/**
 * The rows of the transactions of blocks, which it applies to the ledger: the database takes the rows meanwhile.
 * @param rows gets those of the table `blocks`
 */
function* connected(
  blocks: readonly ProjectedBlock[],
  ledger: Ledger,
  rows: NewRow<'blocks'>[],
): Generator<NewRow<'transactions'>> {
  for (const block of blocks) rows.push(yield* ledger.connect(block));
}

type Statements = ReturnType<typeof statementsOf>;

function statementsOf(engine: Dialect) {
  const { hex, decimal, oneOf } = engine;
  return {
    state: `SELECT ${columnsOf(engine, 'state', 's')} FROM state AS s`,
    blockAt: `SELECT ${hex('id')} AS id, timestamp, bits, first_sequence FROM blocks WHERE height = @height`,
    deleteBlocks: 'DELETE FROM blocks WHERE height > @height',
    transfers: `SELECT from_address, to_address, ${decimal('value')} AS value, fee, nonce FROM transactions
      WHERE sequence >= @first AND sequence < @end ORDER BY sequence DESC`,
    deleteTransactions: 'DELETE FROM transactions WHERE sequence >= @transactions',
    addresses: `SELECT ${columnsOf(engine, 'addresses', 'a')} FROM addresses AS a WHERE address ${oneOf('addresses')}`,
    deleteAddresses: 'DELETE FROM addresses WHERE number >= @addresses',
    /** One step in the index of each direction. */
    deleteHistory: `DELETE FROM history WHERE address ${oneOf('numbers')}
      AND direction IN (${HISTORY_DIRECTIONS.map((direction) => `'${direction}'`).join(', ')}) AND sequence >= @transactions`,
    updateLastSeen: `UPDATE addresses SET last_seen = (
        SELECT t.height FROM history AS h JOIN transactions AS t ON t.sequence = h.sequence
        WHERE h.address = addresses.number AND h.position = addresses.transaction_count - 1)
      WHERE number ${oneOf('numbers')}`,
    deleteEmptySeries: 'DELETE FROM series WHERE blocks = 0',
  };
}
