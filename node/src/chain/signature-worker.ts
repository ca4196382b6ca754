/** A thread that verifies signatures; see signature-verifier.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { getNetwork, type NetworkName } from '@cairn/protocol';
import { findBadSignature, type VerifyAnswer, type VerifyRequest } from './signature-verifier.ts';

const network = getNetwork((workerData as { network: NetworkName }).network);

parentPort!.on('message', ({ job, transactions }: VerifyRequest) => {
  const answer: VerifyAnswer = { job, bad: findBadSignature(transactions, network) };
  parentPort!.postMessage(answer);
});
