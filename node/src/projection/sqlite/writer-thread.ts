/** The thread that writes the projection's SQLite file. */
import { workerData } from 'piscina';
import { serveWriter } from '../store.ts';
import { toProjectionError, type SqliteFile } from './database.ts';
import { createSqliteWriter } from './engine.ts';

const writer = createSqliteWriter(workerData as SqliteFile);

export default serveWriter((command) => writer.run(command), toProjectionError);
