/** The thread that writes the database: runs the commands of writer-client.ts one after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { ProjectionError } from '../src/projection/projection-store.ts';
import { readBlocks } from '../src/projection/shared/block-source.ts';
import { lowerPriority } from '../src/projection/backfill-pace.ts';
import { toProjectionError } from './connection.ts';
import { DatabaseWriter, type WriterSetup } from './database-writer.ts';
import type { WriterAnswer, WriterCommand } from './writer-client.ts';

let writer: DatabaseWriter | undefined;
/** Resolves when the previous command is done. */
let previous: Promise<void> = Promise.resolve();

lowerPriority();

parentPort!.on('message', (command: WriterCommand) => {
  previous = previous
    .then(() => handle(command))
    .then(
      () => answer({ type: 'done', tip: writer?.tip }),
      (error: unknown) => {
        const { code, message } = toProjectionError(error);
        answer({ type: 'failed', code, message });
      },
    );
});

async function handle(command: WriterCommand): Promise<void> {
  if (command.type === 'open') {
    writer = await DatabaseWriter.open(workerData as WriterSetup);
  } else if (command.type === 'close') {
    await writer?.close();
    writer = undefined;
  } else {
    if (writer === undefined) throw new ProjectionError('storage_failed', 'the database is not open');
    if (command.type === 'append') await writer.append(readBlocks(command.blocks), command.hasMore);
    else if (command.type === 'publish') await writer.publish(command.node);
    else await writer[command.type]();
  }
}

function answer(message: WriterAnswer): void {
  parentPort!.postMessage(message);
}
