/** The thread that reads blocks and proves them while others are written; see block-prover.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { BlockPlace } from '../../chain/chain-reader.ts';
import { proveBlock } from './block-source.ts';
import { lowerPriority } from './priority.ts';
import type { ProverAnswer, ProverSetup } from './prover-messages.ts';

const { port, answers } = workerData as ProverSetup;
const count = new Int32Array(answers);

lowerPriority();
parentPort!.on('message', (place: BlockPlace) => {
  const answer = answerTo(place);
  port.postMessage(answer, answer.type === 'proven' ? [answer.raw.buffer, answer.ids.buffer] : []);
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);
});

function answerTo(place: BlockPlace): ProverAnswer {
  try {
    return { type: 'proven', ...proveBlock(place) };
  } catch (error) {
    return { type: 'failed', message: (error as Error).message };
  }
}
