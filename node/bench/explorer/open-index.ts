import { IndexReader } from '../../src/projection/index-reader.ts';
import { SqliteReadingEngine } from '../../src/projection/sqlite/engine.ts';

/** A reader of a projection that no longer changes. @param path of its SQLite file */
export function openIndex(path: string): {
  readonly index: IndexReader;
  readonly close: () => Promise<void>;
} {
  const engine = new SqliteReadingEngine(path);
  const index = new IndexReader(engine.dialect, async (question, parameters) =>
    engine.ask(question, parameters),
  );
  return { index, close: () => engine.close() };
}
