/** The thread that writes the projection's PostgreSQL database. */
import { workerData } from 'node:worker_threads';
import { serveWriter } from '../src/projection/store.ts';
import { toProjectionError } from './connection.ts';
import { PostgresWriter, type PostgresWriterSetup } from './writer.ts';

serveWriter(new PostgresWriter(workerData as PostgresWriterSetup), toProjectionError);
