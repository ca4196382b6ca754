/** The thread that writes the database: executes the commands that writer-client.ts sends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ProjectionError } from '../src/projection/projection-store.ts';
import { lowerPriority } from '../src/projection/backfill-throttle.ts';
import type { WriterSetup } from './database-writer.ts';
import type { WriterAnswer } from './writer-client.ts';
import { WriterCommands, type WriterCommand } from './writer-commands.ts';

const commands = new WriterCommands(workerData as WriterSetup);

lowerPriority();

parentPort!.on('message', (command: WriterCommand) => {
  commands.run(command).then(
    (tip) => answer({ type: 'done', tip }),
    ({ code, message }: ProjectionError) => answer({ type: 'failed', code, message }),
  );
});

function answer(message: WriterAnswer): void {
  parentPort!.postMessage(message);
}
