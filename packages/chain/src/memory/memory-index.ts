import type { ReadingEngine } from '../projection/engine.ts';
import type { ReadBytes } from '../projection/projected-block.ts';
import type { ProjectionStore } from '../projection/projection.ts';
import {
  SQLITE,
  type SqlDatabase,
  SqliteWritingEngine,
  type SqlPlace,
  toProjectionError,
} from '../projection/sqlite.ts';
import type { Writer, WriterCommand, WriterResult } from '../projection/store.ts';
import { TableWriter } from '../projection/table-writer.ts';

/** A database in memory. @param open opens an empty one */
export const inMemory = (open: () => SqlDatabase): SqlPlace => ({ open, remove: () => undefined });

/**
 * The tables of a projection over one connection: a question waits for the writer's transaction.
 * @param chainId chain ID of the network
 * @param read reads the blocks
 */
export function memoryStore(place: SqlPlace, chainId: number, read: ReadBytes): ProjectionStore {
  const engine = new SqliteWritingEngine(place, chainId);
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
