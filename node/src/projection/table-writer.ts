import { HISTORY_DIRECTIONS } from '@cairn/api/explorer';
import { MAX_BLOCK_TRANSACTIONS } from '@cairn/protocol';
import type { ChainTip, LocatedBlock } from '../chain/chain-types.ts';
import type { Dialect, Row, WritingEngine } from './engine.ts';
import { Ledger, type AddressRow, type StoredBlock, type Transfer } from './ledger.ts';
import { readBlock, transactionRows, type ProjectedBlock } from './projected-block.ts';
import type { StateRow } from './answers.ts';
import { addressColumns, conflictClauses, stateColumns } from './schema.ts';
import type { WriterCommand, WriterResult } from './store.ts';

/** Transactions, those of a full block, and blocks after which a removal ends, so that its memory and time have a bound. */
const REMOVED_TRANSACTIONS = MAX_BLOCK_TRANSACTIONS;
const REMOVED_BLOCKS = 1_024;

/** Writes the tables of either engine: what a command of the projection does with them. */
export class TableWriter {
  readonly #engine: WritingEngine;
  readonly #statements: Statements;

  constructor(engine: WritingEngine) {
    this.#engine = engine;
    this.#statements = statementsOf(engine.dialect);
  }

  async run(command: WriterCommand): Promise<WriterResult> {
    switch (command.type) {
      case 'open': {
        const discarded = await this.#engine.open(command.isDamaged);
        return { tip: (await this.#readLedger()).tip, discarded };
      }
      case 'change':
        return { tip: await this.#engine.transaction(() => this.#change(command.keep, command.blocks)) };
      case 'close':
        await this.#engine.close();
    }
    return { tip: undefined };
  }

  async #change(keep: number, blocks: readonly LocatedBlock[]): Promise<ChainTip | undefined> {
    const ledger = await this.#readLedger();
    if (ledger.totals.height > keep) await this.#removeAbove(keep, ledger);
    if (ledger.totals.height <= keep) await this.#append(blocks, ledger);
    await this.#write(ledger);
    return ledger.tip;
  }

  async #readLedger(): Promise<Ledger> {
    const [state] = await this.#engine.query<StateRow>(this.#statements.state);
    const tip = await this.#blockAt(state!.height);
    return new Ledger(state!, tip?.timestamp);
  }

  async #append(located: readonly LocatedBlock[], ledger: Ledger): Promise<void> {
    const blocks: ProjectedBlock[] = [];
    for (const place of located) blocks.push(await readBlock(place));
    const named = blocks.flatMap(({ transactions }) => transactions.addresses);
    await this.#learn(ledger, named);
    const rows: Row[] = [];
    await this.#engine.insert('transactions', connected(blocks, ledger, rows));
    await this.#engine.insert('blocks', rows);
  }

  /** Removes blocks from the newest down to the height `keep`, or as many as one transaction may remove. */
  async #removeAbove(keep: number, ledger: Ledger): Promise<void> {
    const statements = this.#statements;
    const { height, transactions } = ledger.totals;
    const isEnough = ({ totals }: Ledger): boolean =>
      transactions - totals.transactions >= REMOVED_TRANSACTIONS || height - totals.height >= REMOVED_BLOCKS;
    for (let block = await this.#blockAt(height); ledger.totals.height > keep && !isEnough(ledger);) {
      const parent = await this.#blockAt(ledger.totals.height - 1);
      const range = { first: block?.first_sequence ?? 0, end: ledger.totals.transactions };
      const rows = await this.#engine.query<TransferRow>(statements.transfers, range);
      const transfers = rows.map(transferOf);
      await this.#learn(
        ledger,
        transfers.flatMap(({ from, to }) => [from, to]),
      );
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
    const rows = await this.#engine.query<AddressRow>(this.#statements.addresses, { addresses });
    for (const row of rows) ledger.learn(row);
  }

  /** Writes what the ledger collected in memory. */
  async #write(ledger: Ledger): Promise<void> {
    const { shortened: numbers } = ledger;
    const { history, addresses, series, state } = ledger.rows();
    const conflicts = conflictClauses(this.#engine.dialect);
    await this.#engine.insert('history', history);
    await this.#engine.insert('addresses', addresses, conflicts.addresses);
    await this.#engine.insert('series', series, conflicts.series);
    await this.#engine.query(this.#statements.putState, state);
    if (numbers.length === 0) return;
    await this.#engine.query(this.#statements.updateLastSeen, { numbers });
    await this.#engine.query(this.#statements.deleteEmptySeries);
  }
}

/**
 * The rows of the transactions of blocks, which it applies to the ledger: the database takes the rows of a block meanwhile.
 * @param rows gets those of the table `blocks`
 */
function* connected(blocks: readonly ProjectedBlock[], ledger: Ledger, rows: Row[]): Generator<Row> {
  for (const block of blocks) {
    yield* transactionRows(block, ledger.totals.transactions);
    rows.push(ledger.connect(block));
  }
}

/** The stored fields of a transaction that its removal needs. */
interface TransferRow extends Omit<Transfer, 'value' | 'fee'> {
  readonly value: string;
  readonly fee: number;
}

function transferOf({ value, fee, ...row }: TransferRow): Transfer {
  return { ...row, value: BigInt(value), fee: BigInt(fee) };
}

type Statements = ReturnType<typeof statementsOf>;

function statementsOf(engine: Dialect) {
  const { hex, decimal, oneOf } = engine;
  return {
    state: `SELECT ${stateColumns(engine)} FROM state AS s`,
    putState: `UPDATE state SET height = @height, block_id = @blockId, transactions = @transactions,
      addresses = @addresses, fees = @fees, transferred = @transferred, rewards = @rewards`,
    blockAt: `SELECT ${hex('id')} AS id, timestamp, bits, first_sequence FROM blocks WHERE height = @height`,
    deleteBlocks: 'DELETE FROM blocks WHERE height > @height',
    transfers: `SELECT from_address AS "from", to_address AS "to", ${decimal('value')} AS value, fee, nonce FROM transactions
      WHERE sequence >= @first AND sequence < @end ORDER BY sequence DESC`,
    deleteTransactions: 'DELETE FROM transactions WHERE sequence >= @transactions',
    addresses: `SELECT ${addressColumns(engine)} FROM addresses AS a WHERE address ${oneOf('addresses')}`,
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
