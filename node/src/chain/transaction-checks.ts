/**
 * Checks of transactions that need no accounts. `digest` and `validate` are the tasks of the worker threads of
 * transaction-checker.ts; small blocks and single transfers are checked on the calling thread.
 */
import { workerData } from 'node:worker_threads';
import {
  type Address,
  ADDRESS_LENGTH,
  checkTransferFields,
  ConsensusError,
  getNetwork,
  ID_SIZE,
  MerkleTree,
  type Network,
  type NetworkName,
  ProtocolError,
  TRANSACTION_LAYOUT,
  TRANSACTION_SIZE,
  transactionIdBytes,
  verifyTransactionSignature,
} from '@cairn/protocol';
import { ascii, u64Amount } from '@cairn/protocol/layout';
import { AddressCache } from './address-cache.ts';

/** IDs of consecutive transactions and the root of the Merkle tree over them. */
export interface TransactionDigest {
  /** 32 bytes each, one after another. */
  readonly ids: Uint8Array;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/** The first transfer that is invalid whatever the accounts are. */
export interface TransferFault {
  /** Zero-based position among the checked transfers. */
  readonly index: number;
  readonly error: ConsensusError | ProtocolError;
}

/** A fault as sent between threads, where errors lose their class. */
export interface FaultParts {
  readonly index: number;
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** `workerData` of a checking thread. */
export interface CheckerThreadData {
  readonly network: NetworkName;
}

const CHAIN = TRANSACTION_LAYOUT.offsetOf('chain');
const VALUE = TRANSACTION_LAYOUT.offsetOf('value');
const FROM = TRANSACTION_LAYOUT.offsetOf('fromAddress');
const TO = TRANSACTION_LAYOUT.offsetOf('toAddress');
const ADDRESS = ascii<Address>(ADDRESS_LENGTH);

/** @param bytes transactions one after another, 213 bytes each, at least one */
export function digestTransactions(bytes: Uint8Array): TransactionDigest {
  const count = bytes.length / TRANSACTION_SIZE;
  const ids = new Uint8Array(count * ID_SIZE);
  const tree = new MerkleTree(count);
  for (let index = 0; index < count; index += 1) {
    const id = transactionIdBytes(bytes.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE));
    ids.set(id, index * ID_SIZE);
    tree.add(id);
  }
  return { ids, root: tree.finish() };
}

/** Validates transfers without any accounts: rule 6 of PROTOCOL.md section 5, and the signature. */
export class TransferValidator {
  readonly #network: Network;
  readonly #addresses: AddressCache;

  constructor(network: Network) {
    this.#network = network;
    this.#addresses = new AddressCache(network);
  }

  /** @param bytes transfers one after another, 213 bytes each */
  findFault(bytes: Uint8Array): TransferFault | undefined {
    for (let offset = 0; offset < bytes.length; offset += TRANSACTION_SIZE) {
      const error = this.#validate(bytes.subarray(offset, offset + TRANSACTION_SIZE));
      if (error !== undefined) return { index: offset / TRANSACTION_SIZE, error };
    }
    return undefined;
  }

  #validate(raw: Uint8Array): TransferFault['error'] | undefined {
    try {
      const fromAddress = ADDRESS.read(raw, FROM);
      const toAddress = ADDRESS.read(raw, TO);
      const fields = { chain: raw[CHAIN]!, value: u64Amount.read(raw, VALUE), fromAddress, toAddress };
      checkTransferFields(fields, this.#network, (address) => this.#addresses.isValid(address));
      const isOwner = (publicKey: Uint8Array): boolean => this.#addresses.hasKey(fromAddress, publicKey);
      if (verifyTransactionSignature(raw, this.#network, isOwner)) return undefined;
      return new ConsensusError('bad_signature', `the signature is not valid on ${this.#network.name}`);
    } catch (error) {
      if (error instanceof ConsensusError) return error;
      if (error instanceof RangeError) return new ProtocolError('invalid_transaction', error.message);
      throw error;
    }
  }
}

/** Task of a thread. */
export function digest(bytes: Uint8Array): TransactionDigest {
  return digestTransactions(bytes);
}

let validatorOfThread: TransferValidator | undefined;

/** Task of a thread. */
export function validate(bytes: Uint8Array): FaultParts | undefined {
  validatorOfThread ??= new TransferValidator(getNetwork((workerData as CheckerThreadData).network));
  const fault = validatorOfThread.findFault(bytes);
  if (fault === undefined) return undefined;
  const { name, code, message } = fault.error;
  return { index: fault.index, name, code, message };
}
