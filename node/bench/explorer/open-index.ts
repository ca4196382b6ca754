import Database from 'better-sqlite3';
import { IndexReader } from '../../src/projection/index-reader.ts';
import { SqliteReadingEngine } from '../../src/projection/sqlite/engine.ts';
import { Reported } from '../../src/projection/reported.ts';

/** A reader of a projection that no longer changes. @param path of its SQLite file */
export function openIndex(path: string): IndexReader {
  const database = new Database(path, { readonly: true });
  const state = database.prepare('SELECT height, lower(hex(block_id)) AS id FROM state').get();
  database.close();
  const reported = new Reported();
  reported.report(state as { height: number; id: string });
  return new IndexReader({ engine: new SqliteReadingEngine(path), reported });
}
