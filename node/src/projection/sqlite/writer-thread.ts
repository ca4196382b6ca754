/** The thread that writes the projection's SQLite file. */
import { workerData } from 'node:worker_threads';
import { serveWriter } from '../store.ts';
import { toProjectionError } from './database.ts';
import { createSqliteWriter, type SqliteSetup } from './engine.ts';

serveWriter(createSqliteWriter(workerData as SqliteSetup), toProjectionError);
