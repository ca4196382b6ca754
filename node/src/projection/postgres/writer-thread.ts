/** The thread that writes the database; see postgres-store.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { BlockPlace } from '../../chain/chain-reader.ts';
import { ProjectionError } from '../projection-store.ts';
import { BlockProver } from '../sqlite/block-prover.ts';
import { readBlock, type SourceBlock } from '../sqlite/block-source.ts';
import { lowerPriority } from '../sqlite/priority.ts';
import { toProjectionError } from './connection.ts';
import { DatabaseWriter } from './database-writer.ts';
import type { WriterAnswer, WriterCommand, WriterSetup } from './writer-messages.ts';

const { url, chainId } = workerData as WriterSetup;
let writer: DatabaseWriter | undefined;
let prover: BlockProver | undefined;
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
      writer = await DatabaseWriter.open(url, chainId);
      return;
    case 'append':
      return requireWriter().append(readBlocks(command.blocks, command.upcoming));
    case 'settle':
      return requireWriter().settle();
    case 'stepBack':
      return requireWriter().stepBack();
    case 'discard':
      return requireWriter().discard();
    case 'publish':
      return requireWriter().publish(command.node);
    case 'close':
      dismissProver();
      await writer?.close();
      writer = undefined;
  }
}

/** Where many come, another thread reads them meanwhile. @throws ProjectionError */
function* readBlocks(places: readonly BlockPlace[], upcoming: readonly BlockPlace[]): Generator<SourceBlock> {
  if (upcoming.length > 0) prover ??= new BlockProver();
  yield* prover?.prove(places, upcoming) ?? places.values().map(readBlock);
  if (upcoming.length === 0) dismissProver();
}

/** The other thread is there only while there is a lot to read. */
function dismissProver(): void {
  void prover?.close();
  prover = undefined;
}

function requireWriter(): DatabaseWriter {
  if (writer === undefined) throw new ProjectionError('storage_failed', 'the database is not open');
  return writer;
}

function say(answer: WriterAnswer): void {
  parentPort!.postMessage(answer);
}
