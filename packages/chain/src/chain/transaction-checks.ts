/** Checks of transactions that need no accounts: they run where the caller is, or in another thread. */
import {
  type Address,
  ADDRESS_LENGTH,
  addressFromPublicKey,
  checkTransferFields,
  ConsensusError,
  equalBytes,
  ID_SIZE,
  isValidAddress,
  MerkleTree,
  type Network,
  ProtocolError,
  TRANSACTION_LAYOUT,
  TRANSACTION_SIZE,
  transactionIdBytes,
  type VerifySignature,
  verifyTransactionSignature,
} from '@cairn/protocol';
import { ascii, u64Amount } from '@cairn/protocol/layout';
import { LRUCache } from 'lru-cache';

/** IDs of the transactions of a block and the root of the Merkle tree over them. */
export interface TransactionDigest {
  /** 32 bytes each, one after another. */
  readonly ids: Uint8Array;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

/** A transfer that is invalid whatever the accounts are. As sent between threads, where errors lose their class. */
export interface TransferFault {
  /** Its position among those that were checked. */
  readonly index: number;
  readonly name: 'ConsensusError' | 'ProtocolError';
  readonly code: string;
  readonly message: string;
}

const CHAIN = TRANSACTION_LAYOUT.offsetOf('chain');
const VALUE = TRANSACTION_LAYOUT.offsetOf('value');
const FROM = TRANSACTION_LAYOUT.offsetOf('fromAddress');
const TO = TRANSACTION_LAYOUT.offsetOf('toAddress');
const ADDRESS = ascii<Address>(ADDRESS_LENGTH);

/** Addresses to keep; with their keys they take 10 MiB. */
const KNOWN_ADDRESSES = 50_000;
/** The key of a valid address whose public key is not known yet. */
const NO_KEY = new Uint8Array(0);

/** Hashes transactions, 213 bytes each, one after another. */
export function digestTransactions(transactions: Uint8Array): TransactionDigest {
  const count = transactions.length / TRANSACTION_SIZE;
  const ids = new Uint8Array(count * ID_SIZE);
  const tree = new MerkleTree(count);
  for (let index = 0; index < count; index += 1) {
    const id = transactionIdBytes(transactionAt(transactions, index));
    ids.set(id, index * ID_SIZE);
    tree.add(id);
  }
  return { ids, root: tree.finish() };
}

/** Validates transfers without any accounts: rule 6 of PROTOCOL.md section 5, and the signature. */
export class TransferValidator {
  readonly #network: Network;
  readonly #verify: VerifySignature | undefined;
  /**
   * Valid addresses, each with the public key that hashes to it, once that is known: checking a checksum takes two hashes, a public
   * key two more, and most addresses of a chain occur many times.
   */
  readonly #keys = new LRUCache<string, Uint8Array>({ maxSize: KNOWN_ADDRESSES, sizeCalculation: () => 1 });

  /** @param verify how signatures are verified; as on this platform by default */
  constructor(network: Network, verify?: VerifySignature) {
    this.#network = network;
    this.#verify = verify;
  }

  /** The first invalid one of some transfers. @param transfers one after another, 213 bytes each */
  findFault(transfers: Uint8Array): TransferFault | undefined {
    for (let index = 0; index < transfers.length / TRANSACTION_SIZE; index += 1) {
      const error = this.#validate(transactionAt(transfers, index));
      if (error === undefined) continue;
      const { name, code, message } = error;
      return { index, name, code, message };
    }
    return undefined;
  }

  #validate(raw: Uint8Array): ConsensusError | ProtocolError | undefined {
    try {
      const fromAddress = ADDRESS.read(raw, FROM);
      const toAddress = ADDRESS.read(raw, TO);
      const fields = { chain: raw[CHAIN]!, value: u64Amount.read(raw, VALUE), fromAddress, toAddress };
      checkTransferFields(fields, this.#network, (address) => this.#isAddress(address));
      const isOwner = (publicKey: Uint8Array): boolean => this.#hasKey(fromAddress, publicKey);
      if (verifyTransactionSignature(raw, this.#network, isOwner, this.#verify)) return undefined;
      return new ConsensusError('bad_signature', `the signature is not valid on ${this.#network.name}`);
    } catch (error) {
      if (error instanceof ConsensusError) return error;
      if (error instanceof RangeError) return new ProtocolError('invalid_transaction', error.message);
      throw error;
    }
  }

  #isAddress(address: string): boolean {
    if (this.#keys.get(address) !== undefined) return true;
    if (!isValidAddress(address, this.#network)) return false;
    this.#keys.set(address, NO_KEY);
    return true;
  }

  /** True if a public key, 64 bytes, hashes to an address. */
  #hasKey(address: Address, publicKey: Uint8Array): boolean {
    const known = this.#keys.get(address);
    if (known !== undefined && known !== NO_KEY) return equalBytes(known, publicKey);
    const copy = Uint8Array.prototype.slice.call(publicKey); // not a view, whose bytes could change
    if (addressFromPublicKey(copy, this.#network) !== address) return false;
    this.#keys.set(address, copy);
    return true;
  }
}

/** The bytes of one of consecutive transactions. */
export function transactionAt(transactions: Uint8Array, index: number): Uint8Array {
  return transactions.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE);
}
