import { writeU32 } from '@cairn/protocol/layout';

/** Signature, flags and extension length of PostgreSQL's binary COPY format; then rows; then −1. */
const HEAD = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TAIL = Buffer.from([0xff, 0xff]);

/** Bytes from which rows are sent. */
const CHUNK_SIZE = 256 * 1024;

/**
 * Rows of fields of fixed sizes in the binary COPY format (PostgreSQL manual, "COPY"): a count of fields, then each
 * field's length and bytes. Integers are big-endian.
 */
export class BinaryRows {
  readonly #template: Buffer;
  #chunk = Buffer.allocUnsafe(2 * CHUNK_SIZE);
  #length: number;

  /** @param sizes bytes of each field */
  constructor(sizes: readonly number[]) {
    this.#template = templateOf(sizes);
    this.#length = HEAD.copy(this.#chunk);
  }

  /** Adds a row whose fields are still empty. @returns where it begins in `bytes` */
  add(): number {
    const start = this.#length;
    if (start + this.#template.length > this.#chunk.length) {
      const larger = Buffer.allocUnsafe(2 * this.#chunk.length);
      this.#chunk.copy(larger);
      this.#chunk = larger;
    }
    this.#chunk.set(this.#template, start);
    this.#length = start + this.#template.length;
    return start;
  }

  /** What the fields of the newest row are written to. */
  get bytes(): Buffer {
    return this.#chunk;
  }

  get isFull(): boolean {
    return this.#length >= CHUNK_SIZE;
  }

  /** What was added since the last time. */
  take(): Buffer {
    const taken = this.#chunk.subarray(0, this.#length);
    this.#chunk = Buffer.allocUnsafe(2 * CHUNK_SIZE);
    this.#length = 0;
    return taken;
  }

  /** The rest, and the mark of the end. */
  end(): Buffer {
    return Buffer.concat([this.take(), TAIL]);
  }
}

function templateOf(sizes: readonly number[]): Buffer {
  const template = Buffer.alloc(2 + sizes.reduce((sum, size) => sum + 4 + size, 0));
  template.writeUInt16BE(sizes.length);
  let offset = 2;
  for (const size of sizes) {
    writeU32(template, offset, size);
    offset += 4 + size;
  }
  return template;
}

/** Where the bytes of each field begin in their row. */
export function fieldOffsets<const Sizes extends readonly number[]>(
  sizes: Sizes,
): { readonly [Field in keyof Sizes]: number } {
  let next = 2;
  const offsets = sizes.map((size) => {
    const offset = next + 4;
    next = offset + size;
    return offset;
  });
  return offsets as unknown as { readonly [Field in keyof Sizes]: number };
}

/** Writes a count below 2^53 as a `bigint` field. */
export function writeCount(bytes: Uint8Array, offset: number, count: number): void {
  writeU32(bytes, offset, Math.floor(count / 0x1_0000_0000));
  writeU32(bytes, offset + 4, count % 0x1_0000_0000);
}
