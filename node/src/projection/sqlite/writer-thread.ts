/** The thread that writes the projection's SQLite file. */
import { workerData } from 'piscina';
import { toProjectionError } from '@cairn/chain/projection';
import { serveWriter } from '../thread.ts';
import { createSqliteWriter, type SqliteFile } from './engine.ts';

const writer = createSqliteWriter(workerData as SqliteFile);

export default serveWriter((command) => writer.run(command), toProjectionError);
