/** The tasks of a thread of transaction-threads.ts, whose `workerData` is the network's name. */
import { workerData } from 'node:worker_threads';
import { getNetwork, type NetworkName } from '@cairn/protocol';
import { TransferValidator, type TransferFault } from '@cairn/chain/transaction-checks';

export { digestTransactions } from '@cairn/chain/transaction-checks';

const validator = new TransferValidator(getNetwork(workerData as NetworkName));

export function validateTransfers(transfers: Uint8Array): TransferFault | undefined {
  return validator.findFault(transfers);
}
