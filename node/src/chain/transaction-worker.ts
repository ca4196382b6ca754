/** A thread that digests and judges transactions; see transaction-checker.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { getNetwork, type NetworkName } from '@cairn/protocol';
import type { WorkerAnswer, WorkerRequest } from './transaction-pool.ts';
import { createTransferJudge, digestTransactions } from './transaction-checks.ts';

const judge = createTransferJudge(getNetwork((workerData as { network: NetworkName }).network));

function work({ kind, bytes }: WorkerRequest): WorkerAnswer['result'] {
  if (kind === 'digest') return digestTransactions(bytes);
  const fault = judge.findFault(bytes);
  // An error's class does not cross threads: its parts do.
  if (fault === undefined) return undefined;
  const { name, code, message } = fault.error;
  return { index: fault.index, name, code, message };
}

parentPort!.on('message', (request: WorkerRequest) => {
  const answer: WorkerAnswer = { job: request.job, result: work(request) };
  parentPort!.postMessage(answer);
});
