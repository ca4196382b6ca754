/** The thread that writes the projection; see sqlite-store.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { ProjectionError } from '../projection-store.ts';
import { BlockFeed } from '../shared/block-feed.ts';
import { lowerPriority } from '../shared/priority.ts';
import { toProjectionError } from './sqlite-errors.ts';
import { ProjectionFile, type ProjectionStep } from './projection-file.ts';
import type { WorkerCommand, WorkerMessage, WorkerSetup } from './worker-messages.ts';

const { file: setup, gate } = workerData as WorkerSetup;
const options = { ...setup, ...(gate && { onStep: waitAtStep(new Int32Array(gate)) }) };
let file: ProjectionFile | undefined;
const feed = new BlockFeed();

lowerPriority();

parentPort!.on('message', async (command: WorkerCommand) => {
  try {
    await obey(command);
    say({ type: 'done', tip: file?.tip, isCheckpointDue: file?.isCheckpointDue ?? false });
  } catch (error) {
    const { code, message } = toProjectionError(error);
    say({ type: 'failed', code, message });
  }
});

async function obey(command: WorkerCommand): Promise<void> {
  switch (command.type) {
    case 'open':
      file = ProjectionFile.open(options, (problem) => say({ type: 'discarded', problem }));
      return;
    case 'append':
      return requireFile().append(await Array.fromAsync(feed.read(command.blocks, command.upcoming)));
    case 'settle':
      return requireFile().settle();
    case 'stepBack':
      return requireFile().stepBack();
    case 'checkpoint':
      return requireFile().checkpoint();
    case 'discard':
      file?.close();
      file = ProjectionFile.create(options);
      return;
    case 'close':
      await feed.close();
      file?.checkpoint();
      file?.close();
      file = undefined;
  }
}

function requireFile(): ProjectionFile {
  if (file === undefined) throw new ProjectionError('storage_failed', 'the projection is not open');
  return file;
}

function say(message: WorkerMessage): void {
  parentPort!.postMessage(message);
}

/** Tells the step and stands still until the other side has heard it. */
function waitAtStep(gateWord: Int32Array): (step: ProjectionStep, height: number) => void {
  return (step, height) => {
    Atomics.store(gateWord, 0, 0);
    say({ type: 'step', step, height });
    Atomics.wait(gateWord, 0, 0);
  };
}
