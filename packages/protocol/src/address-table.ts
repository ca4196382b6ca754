import { ADDRESS_LENGTH } from './address.ts';
import { ascii } from './layout.ts';

const TEXT = ascii(ADDRESS_LENGTH);
/** Slots for each address that there is room for: a search looks at one or two. */
const SLOTS_PER_ADDRESS = 2;
/** Of a slot that is not taken; places are kept plus one. */
const FREE = 0;

/**
 * Numbers addresses in the order in which they are first met, straight from bytes: a block of 39,382 transactions names
 * some 79,000, most of them again and again, and a text of each would cost more than everything else that is done with it.
 * Nobody can choose addresses that collide: the hash (multiply and add, with secret factors) is universal.
 */
export class AddressTable {
  /** What was met, by number. */
  readonly addresses: string[] = [];
  readonly #factors = crypto.getRandomValues(new Uint32Array(ADDRESS_LENGTH));
  #capacity: number;
  #bytes: Uint8Array;
  #slots: Uint32Array;

  /** @param capacity addresses to make room for at first: a power of two */
  constructor(capacity = 1_024) {
    this.#capacity = capacity;
    this.#bytes = new Uint8Array(capacity * ADDRESS_LENGTH);
    this.#slots = new Uint32Array(capacity * SLOTS_PER_ADDRESS);
  }

  /**
   * The number of the address that stands at `offset`: a new one where it was not met before.
   * @throws RangeError when it is not 34 visible ASCII characters
   */
  numberOf(bytes: Uint8Array, offset: number): number {
    const slot = this.#findSlot(bytes, offset);
    const known = this.#slots[slot]!;
    return known === FREE ? this.#add(bytes, offset, slot) : known - 1;
  }

  #add(bytes: Uint8Array, offset: number, slot: number): number {
    const number = this.addresses.push(TEXT.read(bytes, offset)) - 1;
    for (let index = 0, at = number * ADDRESS_LENGTH; index < ADDRESS_LENGTH; index += 1) {
      this.#bytes[at + index] = bytes[offset + index]!;
    }
    this.#slots[slot] = number + 1;
    if (this.addresses.length === this.#capacity) this.#grow();
    return number;
  }

  /** The slot that holds the address, or the free one that it would take. */
  #findSlot(bytes: Uint8Array, offset: number): number {
    const last = this.#slots.length - 1;
    let slot = this.#hash(bytes, offset) >>> Math.clz32(last); // the upper bits are the well mixed ones
    for (;;) {
      const known = this.#slots[slot]!;
      if (known === FREE || this.#isAt(known - 1, bytes, offset)) return slot;
      slot = (slot + 1) & last;
    }
  }

  #hash(bytes: Uint8Array, offset: number): number {
    const factors = this.#factors;
    let sum = 0;
    for (let index = 0; index < ADDRESS_LENGTH; index += 1) {
      sum = (sum + Math.imul(factors[index]!, bytes[offset + index]!)) | 0;
    }
    return sum;
  }

  #isAt(number: number, bytes: Uint8Array, offset: number): boolean {
    const own = this.#bytes;
    const at = number * ADDRESS_LENGTH;
    for (let index = ADDRESS_LENGTH - 1; index >= 0; index -= 1) {
      if (own[at + index] !== bytes[offset + index]) return false;
    }
    return true;
  }

  #grow(): void {
    this.#capacity *= 2;
    const bytes = new Uint8Array(this.#capacity * ADDRESS_LENGTH);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#slots = new Uint32Array(this.#capacity * SLOTS_PER_ADDRESS);
    for (let number = 0; number < this.addresses.length; number += 1) {
      this.#slots[this.#findSlot(bytes, number * ADDRESS_LENGTH)] = number + 1;
    }
  }
}
