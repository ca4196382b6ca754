/** Reads LevelDB's integers of 7 bits a byte, the lowest first, one after another. */
export class VarintReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #offset: number;

  /** @param end where the last one ends; the end of the bytes by default */
  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#offset = offset;
    this.#end = end;
  }

  get offset(): number {
    return this.#offset;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#end;
  }

  /** @throws RangeError when the bytes end before it, or when it is above 2^53 − 1 */
  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#offset];
      if (byte === undefined || this.isAtEnd) throw new RangeError('an integer is cut off');
      this.#offset += 1;
      value += (byte & 0x7f) * scale;
      if (!Number.isSafeInteger(value)) throw new RangeError('an integer is too large');
      if (byte < 0x80) return value;
    }
  }

  /** @throws RangeError when the bytes end before that */
  skip(length: number): void {
    this.#offset += length;
    if (this.#offset > this.#end) throw new RangeError('a text is cut off');
  }
}
