/** The thread that writes the projection; see sqlite-store.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { BlockPlace } from '../../chain/chain-reader.ts';
import { ProjectionError } from '../projection-store.ts';
import { BlockProver } from './block-prover.ts';
import { readBlock, type SourceBlock } from './block-source.ts';
import { lowerPriority } from './priority.ts';
import { toProjectionError } from './sqlite-errors.ts';
import { ProjectionFile, type ProjectionStep } from './projection-file.ts';
import type { WorkerCommand, WorkerMessage, WorkerSetup } from './worker-messages.ts';

const { file: setup, gate } = workerData as WorkerSetup;
const options = { ...setup, ...(gate && { onStep: waitAtStep(new Int32Array(gate)) }) };
let file: ProjectionFile | undefined;
let prover: BlockProver | undefined;

lowerPriority();

parentPort!.on('message', (command: WorkerCommand) => {
  try {
    obey(command);
    say({ type: 'done', tip: file?.tip, isCheckpointDue: file?.isCheckpointDue ?? false });
  } catch (error) {
    const { code, message } = toProjectionError(error);
    say({ type: 'failed', code, message });
  }
});

function obey(command: WorkerCommand): void {
  switch (command.type) {
    case 'open':
      file = ProjectionFile.open(options, (problem) => say({ type: 'discarded', problem }));
      return;
    case 'append':
      return requireFile().append(readBlocks(command.blocks, command.upcoming));
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
      dismissProver();
      file?.checkpoint();
      file?.close();
      file = undefined;
  }
}

/**
 * One at a time: a block may have 8 MiB. Where many come, another thread reads them meanwhile.
 * @throws ProjectionError
 */
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
