import type { Answer, Parameters, Question, ReadingEngine, WritingEngine } from '../projection/engine.ts';
import type { ReadBytes } from '../projection/projected-block.ts';
import type { ProjectionStore } from '../projection/projection.ts';
import {
  createTables,
  SQLITE,
  SqlConnection,
  type SqlDatabase,
  toProjectionError,
} from '../projection/sqlite.ts';
import { ProjectionError, type Writer, type WriterCommand, type WriterResult } from '../projection/store.ts';
import { TableWriter } from '../projection/table-writer.ts';
import type { NewRow, TableName } from '../projection/tables.ts';

/**
 * The tables of a projection in a database in memory, over one connection: a question waits for the writer's transaction.
 * @param open opens an empty database
 * @param chainId chain ID of the network
 * @param read reads the blocks
 */
export function memoryStore(open: () => SqlDatabase, chainId: number, read: ReadBytes): ProjectionStore {
  const engine = new MemoryEngine(open, chainId);
  const tables = new TableWriter(engine, read);
  /** The transaction that is open. */
  const change: { over?: PromiseWithResolvers<void> | undefined } = {};
  const run = async (command: WriterCommand): Promise<WriterResult> => {
    const over = (change.over ??= Promise.withResolvers());
    let isOver = true;
    try {
      const result = await tables.run(command);
      isOver = !(command.type === 'remove' || (command.type === 'append' && !command.isLast));
      return result;
    } catch (error) {
      throw toProjectionError(error);
    } finally {
      if (isOver) {
        over.resolve();
        change.over = undefined;
      }
    }
  };
  const writer: Writer & { close(): Promise<void> } = {
    run,
    close: async () => void (await run({ type: 'close' })),
  };
  const reader: ReadingEngine = {
    dialect: SQLITE,
    ask: async (question, parameters) => {
      while (change.over !== undefined) await change.over.promise;
      return engine.ask(question, parameters);
    },
    close: async () => undefined,
  };
  return { writer, engine: reader };
}

class MemoryEngine implements WritingEngine {
  readonly dialect = SQLITE;
  readonly #open: () => SqlDatabase;
  readonly #chainId: number;
  #connection: SqlConnection | undefined;

  constructor(open: () => SqlDatabase, chainId: number) {
    this.#open = open;
    this.#chainId = chainId;
  }

  async open(): Promise<undefined> {
    const database = this.#open();
    createTables(database, this.#chainId);
    this.#connection = new SqlConnection(database);
  }

  async query<Result>(text: string, parameters?: Parameters): Promise<Result[]> {
    return this.#need().run<Result>(text, parameters);
  }

  async insert<Name extends TableName>(table: Name, rows: Iterable<NewRow<Name>>): Promise<void> {
    this.#need().insert(table, rows);
  }

  /** In one turn of the event loop, so that it sees one state. @throws ProjectionError */
  ask<Lists>(question: Question<Lists>, parameters?: Parameters): Answer<Lists> {
    try {
      return this.#need().ask(question, parameters);
    } catch (error) {
      throw toProjectionError(error);
    }
  }

  async close(): Promise<void> {
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  #need(): SqlConnection {
    if (this.#connection === undefined) throw new ProjectionError('storage_failed', 'the index is closed');
    return this.#connection;
  }
}
