/** The thread that writes the projection's PostgreSQL database. */
import { workerData } from 'node:worker_threads';
import { serveWriter } from '../src/projection/store.ts';
import { toProjectionError } from './connection.ts';
import { createPostgresWriter, type PostgresSetup } from './writing-engine.ts';

serveWriter(createPostgresWriter(workerData as PostgresSetup), toProjectionError);
