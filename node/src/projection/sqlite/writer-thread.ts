/** The thread that writes the projection's SQLite file; sqlite-store.ts sends its commands, one at a time. */
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { LocatedBlock, ChainTip } from '../../chain/chain-reader.ts';
import { ProjectionError, type ProjectionErrorCode } from '../projection-store.ts';
import { readBlocks } from '../shared/block-source.ts';
import { lowerPriority } from '../backfill-throttle.ts';
import { toProjectionError } from './database.ts';
import { ProjectionFile, type ProjectionFileOptions } from './projection-file.ts';

/** Commands of the main thread; each is sent after the answer to the previous command. */
export type WriterCommand =
  | { readonly type: 'open' | 'stepBack' | 'discard' | 'checkpoint' }
  | { readonly type: 'append'; readonly blocks: readonly LocatedBlock[] }
  | {
      readonly type: 'close';
      /** Makes the next start discard the file. */
      readonly isDamaged: boolean;
    };

/** An answer to a command, or the reason why a stored file was discarded. */
export type WriterMessage =
  | {
      readonly type: 'done';
      readonly tip: ChainTip | undefined;
      /** True if a checkpoint is due. During a checkpoint, no reader may have a snapshot. */
      readonly isCheckpointDue: boolean;
    }
  | { readonly type: 'failed'; readonly code: ProjectionErrorCode; readonly message: string }
  | { readonly type: 'discarded'; readonly problem: string };

const options = workerData as ProjectionFileOptions;
let file: ProjectionFile | undefined;

lowerPriority();

for await (const [command] of on(parentPort!, 'message') as AsyncIterable<[WriterCommand]>) {
  try {
    await handle(command);
    send({ type: 'done', tip: file?.tip, isCheckpointDue: file?.isCheckpointDue ?? false });
  } catch (error) {
    const { code, message } = toProjectionError(error);
    send({ type: 'failed', code, message });
  }
}

async function handle(command: WriterCommand): Promise<void> {
  switch (command.type) {
    case 'open':
      file = ProjectionFile.open(options, (problem) => send({ type: 'discarded', problem }));
      return;
    case 'append':
      return requireFile().append(readBlocks(command.blocks));
    case 'stepBack':
      return requireFile().stepBack();
    case 'checkpoint':
      return requireFile().checkpoint();
    case 'discard':
      file?.abandon();
      file = ProjectionFile.create(options);
      return;
    case 'close':
      if (command.isDamaged) file?.abandon();
      else file?.close();
      file = undefined;
  }
}

function requireFile(): ProjectionFile {
  if (file === undefined) throw new ProjectionError('storage_failed', 'the projection is not open');
  return file;
}

function send(message: WriterMessage): void {
  parentPort!.postMessage(message);
}
