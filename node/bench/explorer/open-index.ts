import Database from 'better-sqlite3';
import { SqliteReader } from '../../src/projection/sqlite/reader.ts';
import { Reported } from '../../src/projection/store.ts';

/** A reader of a projection that no longer changes. @param path of its SQLite file */
export function openIndex(path: string): SqliteReader {
  const database = new Database(path, { readonly: true });
  const state = database.prepare('SELECT height, lower(hex(block_id)) AS id FROM state').get();
  database.close();
  const reported = new Reported();
  reported.report(state as { height: number; id: string });
  const reader = new SqliteReader(path, reported, (error) => {
    throw error;
  });
  reader.open();
  return reader;
}
