import type { Amount } from './amount.ts';
import { bigIntToBytes, bytesToBigInt, bytesToHex, hexToBytes } from './bytes.ts';

/*
 * Wire layouts: the encoder, the decoder and the size follow from one table of fields. All integers are unsigned and
 * big-endian (PROTOCOL.md).
 */

/** Encoding of one field. `read` and `write` throw `RangeError` for a value that the field cannot hold. */
export interface FieldCodec<Value> {
  readonly size: number;
  read(bytes: Uint8Array, offset: number): Value;
  write(bytes: Uint8Array, offset: number, value: Value): void;
}

/** Fields in wire order, by name. */
export type Fields = Readonly<Record<string, FieldCodec<unknown>>>;
type ValueOf<Codec> = Codec extends FieldCodec<infer Value> ? Value : never;

/** The values of a layout, with one property per field. */
export type LayoutValue<F extends Fields> = { -readonly [Name in keyof F]: ValueOf<F[Name]> };

export interface Layout<F extends Fields> {
  /** Total number of bytes. */
  readonly size: number;
  readonly fields: F;
  /** Offset of a field. */
  offsetOf(name: keyof F): number;
  /** @throws RangeError naming the field that cannot hold its value */
  encode(value: Readonly<LayoutValue<F>>): Uint8Array;
  /** Encodes into an existing array. @throws RangeError naming the field that cannot hold its value */
  write(bytes: Uint8Array, offset: number, value: Readonly<LayoutValue<F>>): void;
  /**
   * @param bytes at least `size` bytes from `offset` on
   * @throws RangeError for bytes that a field cannot hold; unlike in `encode` and `write`, it does not name the field
   */
  decode(bytes: Uint8Array, offset?: number): LayoutValue<F>;
}

/** Builds a layout from its fields in wire order. */
export function defineLayout<const F extends Fields>(fields: F): Layout<F> {
  let size = 0;
  const table = Object.entries(fields).map(([name, codec]) => {
    const offset = size;
    size += codec.size;
    return { name, codec, offset };
  });
  const offsets = new Map<keyof F, number>(table.map(({ name, offset }) => [name, offset]));
  const write: Layout<F>['write'] = (bytes, start, value) => {
    let current = '';
    try {
      for (const { name, codec, offset } of table) {
        current = name;
        codec.write(bytes, start + offset, value[name]);
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new RangeError(`${current}: ${error.message}`, { cause: error });
    }
  };
  return {
    size,
    fields,
    offsetOf: (name) => offsets.get(name)!,
    write,
    encode(value) {
      const bytes = new Uint8Array(size);
      write(bytes, 0, value);
      return bytes;
    },
    decode(bytes, offset = 0) {
      const value: Record<string, unknown> = {};
      for (const field of table) value[field.name] = field.codec.read(bytes, offset + field.offset);
      return value as LayoutValue<F>;
    },
  };
}

function checkInteger(value: number, maximum: number): void {
  if (!Number.isInteger(value) || value < 0 || value > maximum) {
    throw new RangeError(`${value} is not a whole number from 0 to ${maximum}`);
  }
}

/** One byte, 0–255. */
export const u8: FieldCodec<number> = {
  size: 1,
  read: (bytes, offset) => bytes[offset]!,
  write(bytes, offset, value) {
    checkInteger(value, 0xff);
    bytes[offset] = value;
  },
};

/** Reads four big-endian bytes as an unsigned number. */
export function readU32(bytes: Uint8Array, offset: number): number {
  return (
    bytes[offset]! * 0x100_0000 +
    ((bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!)
  );
}

/** Writes an unsigned number, 0 to 2^32 - 1, as four big-endian bytes. */
export function writeU32(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = value >>> 24;
  bytes[offset + 1] = value >>> 16;
  bytes[offset + 2] = value >>> 8;
  bytes[offset + 3] = value;
}

/** Four bytes as a number, 0 to 2^32 - 1. */
export const u32: FieldCodec<number> = {
  size: 4,
  read: readU32,
  write(bytes, offset, value) {
    checkInteger(value, 0xffff_ffff);
    writeU32(bytes, offset, value);
  },
};

/** Four bytes as an amount in pebbles, 0 to 2^32 - 1. */
export const u32Amount: FieldCodec<Amount> = {
  size: 4,
  read: (bytes, offset) => BigInt(readU32(bytes, offset)),
  write(bytes, offset, value) {
    if (value < 0n || value > 0xffff_ffffn) throw new RangeError(`${value} does not fit 32 bits`);
    writeU32(bytes, offset, Number(value));
  },
};

/** Eight bytes as an amount in pebbles, 0 to 2^64 - 1. */
export const u64Amount: FieldCodec<Amount> = {
  size: 8,
  read(bytes, offset) {
    const high = readU32(bytes, offset);
    const low = readU32(bytes, offset + 4);
    // Up to 2^53 a float is exact, and much faster than 64-bit arithmetic; so it is in `write`.
    return high < 0x20_0000 ? BigInt(high * 0x1_0000_0000 + low) : (BigInt(high) << 32n) | BigInt(low);
  },
  write(bytes, offset, value) {
    if (value < 0n || value > 0xffff_ffff_ffff_ffffn) throw new RangeError(`${value} does not fit 64 bits`);
    if (value < 0x20_0000_0000_0000n) {
      const exact = Number(value);
      writeU32(bytes, offset, Math.floor(exact / 0x1_0000_0000));
      writeU32(bytes, offset + 4, exact % 0x1_0000_0000);
      return;
    }
    writeU32(bytes, offset, Number(value >> 32n));
    writeU32(bytes, offset + 4, Number(value & 0xffff_ffffn));
  },
};

/** 32 bytes as a number, 0 to 2^256 - 1. */
export const u256: FieldCodec<bigint> = {
  size: 32,
  read: (bytes, offset) => bytesToBigInt(bytes.subarray(offset, offset + 32)),
  write(bytes, offset, value) {
    if (value < 0n || value >= 1n << 256n) throw new RangeError(`${value} does not fit 256 bits`);
    bytes.set(bigIntToBytes(value, 32), offset);
  },
};

/** A fixed number of visible ASCII characters (0x21–0x7e). `Text` is the field's string type, such as `Address`. */
export function ascii<Text extends string = string>(size: number): FieldCodec<Text> {
  const codes = Array.from({ length: size }, () => 0);
  return {
    size,
    read(bytes, offset) {
      for (let index = 0; index < size; index += 1) {
        const code = bytes[offset + index]!;
        if (code < 0x21 || code > 0x7e) throw new RangeError('not visible ASCII');
        codes[index] = code;
      }
      return String.fromCharCode.apply(null, codes) as Text;
    },
    write(bytes, offset, value) {
      if (value.length !== size) throw new RangeError(`${value.length} characters instead of ${size}`);
      for (let index = 0; index < size; index += 1) {
        const code = value.charCodeAt(index);
        if (code < 0x21 || code > 0x7e) throw new RangeError('not visible ASCII');
        bytes[offset + index] = code;
      }
    },
  };
}

/** A fixed number of raw bytes; reading returns a copy. */
export function rawBytes(size: number): FieldCodec<Uint8Array> {
  return {
    size,
    // Not `bytes.slice`, which returns a view if `bytes` is a Node Buffer.
    read: (bytes, offset) => Uint8Array.prototype.slice.call(bytes, offset, offset + size),
    write(bytes, offset, value) {
      if (value.length !== size) throw new RangeError(`${value.length} bytes instead of ${size}`);
      bytes.set(value, offset);
    },
  };
}

/** A fixed number of raw bytes as lowercase hex in wire order. `Text` is the field's string type, such as `BlockId`. */
export function hex<Text extends string = string>(size: number): FieldCodec<Text> {
  return {
    size,
    read: (bytes, offset) => bytesToHex(bytes.subarray(offset, offset + size)) as Text,
    write(bytes, offset, value) {
      if (!/^[0-9a-f]*$/.test(value) || value.length !== size * 2) {
        throw new RangeError(`not ${size * 2} lowercase hexadecimal digits`);
      }
      bytes.set(hexToBytes(value), offset);
    },
  };
}
