/** What can be said of transactions by themselves: run in the threads of transaction-checker.ts, or where it is asked. */
import {
  checkTransferFields,
  ConsensusError,
  merkleRoot,
  ProtocolError,
  TRANSACTION_LAYOUT,
  TRANSACTION_SIZE,
  transactionIdBytes,
  verifyTransactionSignature,
  type Network,
} from '@cairn/protocol';
import { u64Amount } from '@cairn/protocol/layout';
import { AddressMemory } from './address-memory.ts';

/** IDs of consecutive transactions and the root of the Merkle tree over them. */
export interface TransactionDigest {
  /** 32 bytes each, one after another. */
  readonly ids: Uint8Array;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/** The first transfer that breaks a rule by itself. */
export interface TransferFault {
  /** Zero-based position among the transfers that were looked at. */
  readonly index: number;
  readonly error: ConsensusError | ProtocolError;
}

const ID_SIZE = 32;
/** Addresses, and keys, that are remembered at the most; then the memory starts anew. */
const MEMORY_CAPACITY = 50_000;

/** @param bytes transactions one after another, 213 bytes each, at least one */
export function digestTransactions(bytes: Uint8Array): TransactionDigest {
  const ids: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; offset += TRANSACTION_SIZE) {
    ids.push(transactionIdBytes(bytes.subarray(offset, offset + TRANSACTION_SIZE)));
  }
  const flat = new Uint8Array(ids.length * ID_SIZE);
  ids.forEach((id, index) => flat.set(id, index * ID_SIZE));
  return { ids: flat, root: merkleRoot(ids) };
}

/** Judges transfers by themselves: rules 6 of PROTOCOL.md section 5, and the signature. */
export interface TransferJudge {
  /** @param bytes transfers one after another, 213 bytes each */
  findFault(bytes: Uint8Array): TransferFault | undefined;
}

const CHAIN = TRANSACTION_LAYOUT.offsetOf('chain');
const VALUE = TRANSACTION_LAYOUT.offsetOf('value');
const FROM = TRANSACTION_LAYOUT.offsetOf('fromAddress');
const TO = TRANSACTION_LAYOUT.offsetOf('toAddress');

/** A judge that remembers addresses and keys: most senders and recipients of a chain come again and again. */
export function createTransferJudge(network: Network): TransferJudge {
  const memory = new AddressMemory(network, MEMORY_CAPACITY);
  const isAddress = (address: number): boolean => memory.isValid(address);
  const judge = (raw: Uint8Array): TransferFault['error'] | undefined => {
    memory.makeRoom();
    let fromAddress: number;
    try {
      fromAddress = memory.numberOf(raw, FROM);
      const toAddress = memory.numberOf(raw, TO);
      const value = u64Amount.read(raw, VALUE);
      checkTransferFields({ chain: raw[CHAIN]!, value, fromAddress, toAddress }, network, isAddress);
    } catch (error) {
      if (error instanceof ConsensusError) return error;
      if (error instanceof RangeError) return new ProtocolError('invalid_transaction', error.message);
      throw error;
    }
    if (verifyTransactionSignature(raw, network, (key) => memory.hasKey(fromAddress, key))) return undefined;
    return new ConsensusError('bad_signature', `the signature is not valid on ${network.name}`);
  };
  return {
    findFault(bytes) {
      for (let offset = 0; offset < bytes.length; offset += TRANSACTION_SIZE) {
        const error = judge(bytes.subarray(offset, offset + TRANSACTION_SIZE));
        if (error !== undefined) return { index: offset / TRANSACTION_SIZE, error };
      }
      return undefined;
    },
  };
}
