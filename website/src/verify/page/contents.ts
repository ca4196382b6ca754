import {
  decodeBlockHeader,
  decodeTransaction,
  findNetworkByChainId,
  formatBits,
  hexToBytes,
  isCoinbase,
  type Transaction,
} from '@cairn/protocol';
import { bytesOfShown } from '../checks/transaction.ts';
import type { OfflineInput } from '../offline/parse.ts';

/** What the given bytes say, for the reader. Absent parts were not given. */
export interface Contents {
  readonly transaction: Transaction | undefined;
  /** Name of the network of the transaction's chain byte. */
  readonly network: string | undefined;
  readonly coinbase: boolean;
  readonly block:
    | { readonly height: number; readonly timestamp: number; readonly bits: string; readonly miner: string }
    | undefined;
}

/**
 * Reads what was given.
 * @throws ProtocolError where the bytes are neither a transaction nor a header
 */
export function contentsOf(input: OfflineInput): Contents {
  const raw = transactionBytesOf(input);
  const transaction = raw === undefined ? undefined : decodeTransaction(raw);
  const header = headerBytesOf(input);
  return {
    transaction,
    network: transaction && findNetworkByChainId(transaction.chain)?.name,
    coinbase: transaction !== undefined && isCoinbase(transaction),
    block: header && blockOf(header),
  };
}

function transactionBytesOf(input: OfflineInput): Uint8Array | undefined {
  if (input.kind === 'evidence') {
    const { transaction } = input.evidence;
    return transaction === undefined ? undefined : hexToBytes(transaction);
  }
  if (input.kind !== 'transaction') return undefined;
  return input.shown === undefined ? input.raw : bytesOfShown(input.shown);
}

function headerBytesOf(input: OfflineInput): Uint8Array | undefined {
  if (input.kind === 'evidence') {
    const { header } = input.evidence;
    return header === undefined ? undefined : hexToBytes(header);
  }
  return input.kind === 'transaction' ? undefined : input.raw;
}

function blockOf(bytes: Uint8Array) {
  const { height, timestamp, bits, miner } = decodeBlockHeader(bytes);
  return { height, timestamp, bits: formatBits(bits), miner };
}
