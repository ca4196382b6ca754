/** What can be said of transactions by themselves: run in the threads of transaction-checker.ts, or where it is asked. */
import {
  addressFromPublicKey,
  checkTransaction,
  ConsensusError,
  decodeTransactionBody,
  equalBytes,
  isValidAddress,
  merkleRoot,
  ProtocolError,
  TRANSACTION_SIZE,
  transactionIdBytes,
  verifyTransactionSignature,
  type AddressCheck,
  type Network,
} from '@cairn/protocol';

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

/** A judge that remembers addresses and keys: most senders and recipients of a chain come again and again. */
export function createTransferJudge(network: Network): TransferJudge {
  const isAddress = rememberingAddressCheck();
  const isKey = rememberingKeyCheck(network);
  const judge = (raw: Uint8Array): TransferFault['error'] | undefined => {
    let sender: string;
    try {
      const body = decodeTransactionBody(raw);
      checkTransaction(body, network, isAddress);
      sender = body.fromAddress;
    } catch (error) {
      if (error instanceof ConsensusError || error instanceof ProtocolError) return error;
      throw error;
    }
    if (verifyTransactionSignature(raw, network, (key) => isKey(key, sender))) return undefined;
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

/** An address check that remembers what it found valid: most recipients of a chain come again and again. */
export function rememberingAddressCheck(): AddressCheck {
  const known = new Set<string>();
  return (address, network) => {
    if (known.has(address)) return true;
    if (!isValidAddress(address, network)) return false;
    if (known.size >= MEMORY_CAPACITY) known.clear();
    known.add(address);
    return true;
  };
}

/** Tells whether a public key hashes to an address, and remembers the keys that do. */
function rememberingKeyCheck(network: Network): (publicKey: Uint8Array, address: string) => boolean {
  const known = new Map<string, Uint8Array>();
  return (publicKey, address) => {
    const remembered = known.get(address);
    if (remembered !== undefined) return equalBytes(remembered, publicKey);
    const copy = Uint8Array.prototype.slice.call(publicKey); // what is remembered is what was hashed
    if (addressFromPublicKey(copy, network) !== address) return false;
    if (known.size >= MEMORY_CAPACITY) known.clear();
    known.set(address, copy);
    return true;
  };
}
