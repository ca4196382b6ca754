/** The thread that writes the projection's SQLite file. */
import { workerData } from 'piscina';
import { serveWriter } from '../thread.ts';
import { createSqliteWriter, toProjectionError, type SqliteFile } from './engine.ts';

const writer = createSqliteWriter(workerData as SqliteFile);

export default serveWriter((command) => writer.run(command), toProjectionError);
