import {
  type Address,
  addressFromPublicKey,
  equalBytes,
  isValidAddress,
  type Network,
} from '@cairn/protocol';
import { LRUCache } from 'lru-cache';

/** Five blocks' worth of different addresses; some 10 MiB with their keys. */
const CAPACITY = 50_000;
/** Of a valid address whose public key was not seen. */
const NO_KEY = new Uint8Array(0);

/**
 * Addresses of a network that were found valid, each with the public key that hashes to it: a checksum is two hashes, a
 * public key two more, and most addresses of a chain occur again and again.
 */
export class AddressCache {
  readonly #network: Network;
  readonly #keys: LRUCache<string, Uint8Array>;

  /** @param capacity addresses to keep; for tests */
  constructor(network: Network, capacity = CAPACITY) {
    this.#network = network;
    // With `max` the cache would allocate all of its places at once: 4 ms for 50,000.
    this.#keys = new LRUCache({ maxSize: capacity, sizeCalculation: () => 1 });
  }

  /** Whether a text is an address of the network. */
  isValid(address: string): boolean {
    if (this.#keys.get(address) !== undefined) return true;
    if (!isValidAddress(address, this.#network)) return false;
    this.#keys.set(ownText(address), NO_KEY);
    return true;
  }

  /** Whether a public key, 64 bytes, hashes to an address. */
  hasKey(address: Address, publicKey: Uint8Array): boolean {
    const known = this.#keys.get(address);
    if (known !== undefined && known !== NO_KEY) return equalBytes(known, publicKey);
    const copy = Uint8Array.prototype.slice.call(publicKey); // the bytes that were hashed, not a view of others
    if (addressFromPublicKey(copy, this.#network) !== address) return false;
    this.#keys.set(ownText(address), copy);
    return true;
  }
}

/** A copy: in V8 a part of a longer text is a view of it, which would keep request targets of 16 KiB in memory. */
function ownText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
