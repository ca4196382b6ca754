import {
  addressFromPublicKey,
  AddressTable,
  equalBytes,
  isValidAddress,
  type Network,
} from '@cairn/protocol';

/** Addresses that may be met between two calls of `makeRoom`. */
const NAMED_BY_A_TRANSFER = 2;

/** What is known of addresses by the number that stands for each: that it is one, and the key that hashes to it. */
export class AddressMemory {
  readonly #network: Network;
  readonly #capacity: number;
  #table!: AddressTable;
  #isValid!: Uint8Array;
  #keys!: (Uint8Array | undefined)[];

  /** @param capacity addresses from which on `makeRoom`, called before each transfer, forgets them all */
  constructor(network: Network, capacity: number) {
    this.#network = network;
    this.#capacity = capacity;
    this.#forget();
  }

  /** Forgets everything where too much is remembered; no number from before has a meaning any more then. */
  makeRoom(): void {
    if (this.#table.addresses.length >= this.#capacity) this.#forget();
  }

  /** The number of the address that stands there. @throws RangeError when it is not 34 visible ASCII characters */
  numberOf(bytes: Uint8Array, offset: number): number {
    return this.#table.numberOf(bytes, offset);
  }

  /** Whether it is an address of the network. */
  isValid(number: number): boolean {
    if (this.#isValid[number] === 1) return true;
    if (!isValidAddress(this.#table.addresses[number]!, this.#network)) return false;
    this.#isValid[number] = 1;
    return true;
  }

  /** Whether the public key, 64 bytes, hashes to the address. */
  hasKey(number: number, publicKey: Uint8Array): boolean {
    const remembered = this.#keys[number];
    if (remembered !== undefined) return equalBytes(remembered, publicKey);
    const copy = Uint8Array.prototype.slice.call(publicKey); // what is remembered is what was hashed
    if (addressFromPublicKey(copy, this.#network) !== this.#table.addresses[number]) return false;
    this.#keys[number] = copy;
    return true;
  }

  #forget(): void {
    const most = this.#capacity + NAMED_BY_A_TRANSFER;
    this.#table = new AddressTable();
    this.#isValid = new Uint8Array(most);
    this.#keys = Array.from({ length: most }, () => undefined);
  }
}
