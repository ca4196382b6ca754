/** The thread that writes the projection's SQLite file. */
import { workerData } from 'piscina';
import { serveWriter } from '../store.ts';
import { toProjectionError, type SqliteFile } from './database.ts';
import { createSqliteWriter } from './engine.ts';

export default serveWriter(createSqliteWriter(workerData as SqliteFile), toProjectionError);
