import type { Address } from './identifiers.ts';
import { ADDRESS_LENGTH, COINBASE_SENDER } from './address.ts';
import { ProtocolError } from './errors.ts';
import { ascii, readU32 } from './layout.ts';
import {
  decodeTransactionBody,
  TRANSACTION_LAYOUT,
  TRANSACTION_SIZE,
  type TransactionBody,
} from './transaction.ts';

const NONCE = TRANSACTION_LAYOUT.offsetOf('nonce');
const FEE = TRANSACTION_LAYOUT.offsetOf('fee');
const VALUE = TRANSACTION_LAYOUT.offsetOf('value');
const FROM = TRANSACTION_LAYOUT.offsetOf('fromAddress');
const TO = TRANSACTION_LAYOUT.offsetOf('toAddress');
const TEXT = ascii<Address>(ADDRESS_LENGTH);

/**
 * The transaction fields that are needed to apply a block, stored by column. A full block has 39,382 transactions: with five
 * objects each, garbage collection would take longer than the validation. Addresses are indices into `addresses`.
 */
export class BlockTransactions {
  readonly count: number;
  readonly senders: Uint32Array;
  readonly recipients: Uint32Array;
  readonly nonces: Uint32Array;
  /** Pebbles. */
  readonly fees: Uint32Array;
  /** Pebbles. */
  readonly values: BigUint64Array;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #addresses: Address[] = [];
  readonly #addressIndices = new Map<Address, number>();
  /** Index of the address of coinbases; -1 while none was read. */
  #coinbaseSender = -1;
  #totalFees = 0; // 39,382 fees below 2^32 are exact in a float

  /** @param bytes the concatenated transactions of a block; `readAll`, or `read` for each in order, fills the columns */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.count = Math.floor(bytes.length / TRANSACTION_SIZE);
    this.senders = new Uint32Array(this.count);
    this.recipients = new Uint32Array(this.count);
    this.nonces = new Uint32Array(this.count);
    this.fees = new Uint32Array(this.count);
    this.values = new BigUint64Array(this.count);
  }

  /** Reads one transaction into the columns. @throws ProtocolError `invalid_transaction` */
  read(index: number): void {
    const begin = index * TRANSACTION_SIZE;
    this.senders[index] = this.#addressIndexAt(begin + FROM);
    this.recipients[index] = this.#addressIndexAt(begin + TO);
    this.nonces[index] = readU32(this.#bytes, begin + NONCE);
    const fee = readU32(this.#bytes, begin + FEE);
    this.fees[index] = fee;
    if (index > 0) this.#totalFees += fee;
    this.values[index] = this.#view.getBigUint64(begin + VALUE);
  }

  /** Reads all transactions. @throws ProtocolError `invalid_transaction` */
  readAll(): this {
    for (let index = 0; index < this.count; index += 1) this.read(index);
    return this;
  }

  /** All senders and recipients, including the coinbase's sender, in the order of their first occurrence. */
  get addresses(): readonly Address[] {
    return this.#addresses;
  }

  /** True for a coinbase. */
  isCoinbase(index: number): boolean {
    return this.senders[index] === this.#coinbaseSender;
  }

  /** Fees of all transactions but the first, in pebbles. */
  get totalFees(): bigint {
    return BigInt(this.#totalFees);
  }

  /** The bytes of one transaction. */
  raw(index: number): Uint8Array {
    return this.#bytes.subarray(index * TRANSACTION_SIZE, (index + 1) * TRANSACTION_SIZE);
  }

  /** The signed part of one transaction. */
  body(index: number): TransactionBody {
    return decodeTransactionBody(this.#bytes, index * TRANSACTION_SIZE);
  }

  #addressIndexAt(offset: number): number {
    const address = this.#textAt(offset);
    let index = this.#addressIndices.get(address);
    if (index === undefined) {
      index = this.#addresses.push(address) - 1;
      this.#addressIndices.set(address, index);
      if (address === COINBASE_SENDER) this.#coinbaseSender = index;
    }
    return index;
  }

  #textAt(offset: number): Address {
    try {
      return TEXT.read(this.#bytes, offset);
    } catch (error) {
      if (error instanceof RangeError) throw new ProtocolError('invalid_transaction', error.message);
      throw error;
    }
  }
}
