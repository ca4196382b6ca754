/** The tasks of a thread of transaction-threads.ts, whose `workerData` is the network's name. */
import { workerData } from 'node:worker_threads';
import { getNetwork, type NetworkName } from '@cairn/protocol';
import { TransferValidator, type TransferFault } from './transaction-checks.ts';

export { digestTransactions } from './transaction-checks.ts';

const validator = new TransferValidator(getNetwork(workerData as NetworkName));

export function validateTransfers(transfers: Uint8Array): TransferFault | undefined {
  return validator.findFault(transfers);
}
