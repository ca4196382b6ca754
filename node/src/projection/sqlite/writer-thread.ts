/** The thread that writes the projection's SQLite file. */
import { workerData } from 'node:worker_threads';
import { serveWriter } from '../store.ts';
import { toProjectionError } from './database.ts';
import { SqliteWriter, type SqliteWriterSetup } from './writer.ts';

serveWriter(new SqliteWriter(workerData as SqliteWriterSetup), toProjectionError);
