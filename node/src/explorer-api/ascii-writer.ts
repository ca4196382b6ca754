/** Two hex digits of each byte, as the two bytes that a little-endian 16-bit write puts down in their order. */
const HEX = Uint16Array.from({ length: 256 }, (_, byte) => {
  const [high, low] = byte.toString(16).padStart(2, '0');
  return high!.charCodeAt(0) | (low!.charCodeAt(0) << 8);
});

const ZERO = '0'.charCodeAt(0);

/** The bytes of an ASCII text. */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

/**
 * Puts an ASCII text together from pieces in one array that is used again and again. A page of JSON has a thousand pieces;
 * joined as strings they cost twice as much, most of it in taking the strings apart again to send them.
 */
export class AsciiWriter {
  readonly #bytes: Uint8Array;
  readonly #buffer: Buffer;
  readonly #view: DataView;
  #length = 0;

  /** @param capacity bytes; what is written between `begin` and the end must not be more */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
    this.#buffer = Buffer.from(this.#bytes.buffer);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Begins a new text; what was left of one that was never finished is gone. */
  begin(): this {
    this.#length = 0;
    return this;
  }

  /** Adds a long piece. */
  add(piece: Uint8Array): this {
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
    return this;
  }

  /** Adds a piece of a few bytes, for which a loop is quicker. */
  addShort(piece: Uint8Array): this {
    const bytes = this.#bytes;
    const start = this.#length;
    for (let index = 0; index < piece.length; index += 1) bytes[start + index] = piece[index]!;
    this.#length = start + piece.length;
    return this;
  }

  /** Adds the digits of a whole number. */
  addNumber(value: number | bigint): this {
    if (typeof value === 'bigint' || value > 0x7fff_ffff) return this.addText(String(value));
    let rest = value | 0;
    const end = this.#length + countDigits(rest);
    for (let place = end - 1; place >= this.#length; place -= 1) {
      const shorter = (rest / 10) | 0;
      this.#bytes[place] = ZERO + rest - shorter * 10;
      rest = shorter;
    }
    this.#length = end;
    return this;
  }

  /** Adds an ASCII text. */
  addText(text: string): this {
    for (let index = 0; index < text.length; index += 1) {
      this.#bytes[this.#length + index] = text.charCodeAt(index);
    }
    this.#length += text.length;
    return this;
  }

  /** Where the next piece will stand. */
  get length(): number {
    return this.#length;
  }

  /** Overwrites what stands from a place on with bytes as they are. */
  putBytes(place: number, source: Uint8Array, start: number, end: number): void {
    const bytes = this.#bytes;
    for (let index = start; index < end; index += 1) bytes[place + index - start] = source[index]!;
  }

  /** Overwrites what stands from a place on with bytes in hex. */
  putHex(place: number, source: Uint8Array, start: number, end: number): void {
    const view = this.#view;
    let at = place;
    for (let index = start; index < end; index += 1) {
      view.setUint16(at, HEX[source[index]!]!, true);
      at += 2;
    }
  }

  /**
   * @returns all that was written, as text; the writer is empty again
   * @throws RangeError when it was more than there is room for
   */
  finishText(): string {
    const length = this.#end();
    return this.#buffer.toString('latin1', 0, length);
  }

  /**
   * @returns all that was written, in memory of its own; the writer is empty again
   * @throws RangeError when it was more than there is room for
   */
  finish(): Buffer {
    const length = this.#end();
    const text = Buffer.allocUnsafeSlow(length);
    text.set(this.#bytes.subarray(0, length));
    return text;
  }

  /** Single bytes that are put past the end of an array are lost without a word. */
  #end(): number {
    const length = this.#length;
    const room = this.#bytes.length;
    this.#length = 0;
    if (length > room) throw new RangeError(`a text of ${length} bytes in room for ${room}`);
    return length;
  }
}

/** @param value 0 to 2^31 − 1 */
function countDigits(value: number): number {
  if (value < 100_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1_000 ? 3 : value < 10_000 ? 4 : 5;
  }
  if (value < 10_000_000) return value < 1_000_000 ? 6 : 7;
  return value < 100_000_000 ? 8 : value < 1_000_000_000 ? 9 : 10;
}
