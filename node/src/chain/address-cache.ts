import {
  type Address,
  addressFromPublicKey,
  equalBytes,
  isValidAddress,
  type Network,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';

/** Addresses to keep; with their keys they take 10 MiB. */
const CAPACITY = 50_000;
/** The key of a valid address whose public key is not known yet. */
const NO_KEY = new Uint8Array(0);

/**
 * Valid addresses of a network, each with the public key that hashes to it, once that is known. Checking a checksum takes
 * two hashes, a public key two more, and most addresses of a chain occur many times.
 */
export class AddressCache {
  readonly #network: Network;
  readonly #keys: LRUCache<string, Uint8Array>;

  /** @param capacity addresses to keep; for tests */
  constructor(network: Network, capacity = CAPACITY) {
    this.#network = network;
    // With `max`, lru-cache would allocate all slots at once: 4 ms for 50,000.
    this.#keys = new LRUCache({ maxSize: capacity, sizeCalculation: () => 1 });
  }

  /** True for an address of the network. */
  isValid(address: string): boolean {
    if (this.#keys.get(address) !== undefined) return true;
    if (!isValidAddress(address, this.#network)) return false;
    this.#keys.set(address, NO_KEY);
    return true;
  }

  /** True if a public key, 64 bytes, hashes to an address. */
  hasKey(address: Address, publicKey: Uint8Array): boolean {
    const known = this.#keys.get(address);
    if (known !== undefined && known !== NO_KEY) return equalBytes(known, publicKey);
    const copy = Uint8Array.prototype.slice.call(publicKey); // not a view, whose bytes could change
    if (addressFromPublicKey(copy, this.#network) !== address) return false;
    this.#keys.set(address, copy);
    return true;
  }
}
