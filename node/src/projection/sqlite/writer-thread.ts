/** The thread that writes the projection's SQLite file. */
import { workerData } from 'piscina';
import { serveWriter } from '../store.ts';
import { toProjectionError } from './database.ts';
import { createSqliteWriter, type SqliteSetup } from './engine.ts';

export default serveWriter(createSqliteWriter(workerData as SqliteSetup), toProjectionError);
