/** The thread that writes the projection's PostgreSQL database. */
import { workerData } from 'piscina';
import { serveWriter } from '../src/projection/thread.ts';
import { TableWriter, type WriterCommand } from '@cairn/chain/projection';
import { readFile } from '../src/projection/read-file.ts';
import { toProjectionError } from './connection.ts';
import { PostgresWritingEngine, type PostgresSetup, type PublishCommand } from './writing-engine.ts';

const engine = new PostgresWritingEngine(workerData as PostgresSetup);
const writer = new TableWriter(engine, readFile);

export default serveWriter(async (command: WriterCommand | PublishCommand) => {
  if (command.type !== 'publish') return writer.run(command);
  await engine.publish(command.node);
  return { tip: undefined };
}, toProjectionError);
