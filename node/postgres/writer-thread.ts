/** The thread that writes the database; see postgres-store.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { ProjectionError } from '../src/projection/projection-store.ts';
import { BlockFeed } from '../src/projection/shared/block-feed.ts';
import { lowerPriority } from '../src/projection/shared/priority.ts';
import { toProjectionError } from './connection.ts';
import { DatabaseWriter } from './database-writer.ts';
import type { WriterAnswer, WriterCommand, WriterSetup } from './writer-messages.ts';

const setup = workerData as WriterSetup;
let writer: DatabaseWriter | undefined;
const feed = new BlockFeed();
/** The command before is through when this resolves. */
let last: Promise<void> = Promise.resolve();

lowerPriority();

parentPort!.on('message', (command: WriterCommand) => {
  last = last
    .then(() => obey(command))
    .then(
      () => say({ type: 'done', tip: writer?.tip }),
      (error: unknown) => {
        const { code, message } = toProjectionError(error);
        say({ type: 'failed', code, message });
      },
    );
});

async function obey(command: WriterCommand): Promise<void> {
  switch (command.type) {
    case 'open':
      writer = await DatabaseWriter.open(setup);
      return;
    case 'append':
      return requireWriter().append(await Array.fromAsync(feed.read(command.blocks, command.upcoming)));
    case 'settle':
      return requireWriter().settle();
    case 'stepBack':
      return requireWriter().stepBack();
    case 'discard':
      return requireWriter().discard();
    case 'publish':
      return requireWriter().publish(command.node);
    case 'close':
      await feed.close();
      await writer?.close();
      writer = undefined;
  }
}

function requireWriter(): DatabaseWriter {
  if (writer === undefined) throw new ProjectionError('storage_failed', 'the database is not open');
  return writer;
}

function say(answer: WriterAnswer): void {
  parentPort!.postMessage(answer);
}
