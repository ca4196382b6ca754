/** The thread that writes the projection's PostgreSQL database. */
import { workerData } from 'piscina';
import { serveWriter } from '../src/projection/thread.ts';
import { toProjectionError } from './connection.ts';
import { createPostgresWriter, type PostgresSetup } from './writing-engine.ts';

export default serveWriter(createPostgresWriter(workerData as PostgresSetup), toProjectionError);
