/**
 * The ceiling of a reindex: writes the entries of an index to a bare LevelDB in the order in which a chain creates
 * them, one unsynced batch per block. Argument: the data directory whose `core/` is copied. Prints the number of keys
 * and seconds as JSON.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readU32 } from '@cairn/protocol/layout';
import { Level } from 'level';

const HISTORY_PREFIX = 5;
const TRANSACTION_PREFIX = 3;
const encoding = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;

/**
 * A block's entries in the order of its transactions, as a chain writes them; `core/` has them in the order of keys.
 */
class BlockEntries {
  readonly #entries: { index: number; key: Uint8Array; value: Uint8Array }[] = [];

  add(key: Uint8Array, value: Uint8Array): void {
    this.#entries.push({ index: indexOf(key, value), key: key.slice(), value: value.slice() });
  }

  pack(): Entries {
    const packed = new Entries();
    for (const { key, value } of this.#entries.sort((a, b) => a.index - b.index)) packed.add(key, value);
    return packed;
  }
}

/** Entries in one buffer: key length, value length, key and value of each. */
class Entries {
  #bytes = Buffer.allocUnsafe(1 << 20);
  #length = 0;
  count = 0;

  add(key: Uint8Array, value: Uint8Array): void {
    const size = 8 + key.length + value.length;
    if (this.#length + size > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], Math.max(2 * this.#bytes.length, this.#length + size));
    }
    this.#bytes.writeUInt32BE(key.length, this.#length);
    this.#bytes.writeUInt32BE(value.length, this.#length + 4);
    this.#bytes.set(key, this.#length + 8);
    this.#bytes.set(value, this.#length + 8 + key.length);
    this.#length += size;
    this.count += 1;
  }

  forEach(visit: (key: Uint8Array, value: Uint8Array) => void): void {
    for (let at = 0; at < this.#length;) {
      const keyEnd = at + 8 + this.#bytes.readUInt32BE(at);
      const end = keyEnd + this.#bytes.readUInt32BE(at + 4);
      visit(this.#bytes.subarray(at + 8, keyEnd), this.#bytes.subarray(keyEnd, end));
      at = end;
    }
  }
}

/** Height of the block that an entry belongs to; 0 if the entry belongs to none. */
function heightOf(key: Uint8Array, value: Uint8Array): number {
  if (key[0] === TRANSACTION_PREFIX) return readU32(value, 0);
  return key[0] === HISTORY_PREFIX ? readU32(key, key.length - 8) : 0;
}

/** Position of the transaction that an entry belongs to; entries of no transaction come last. */
function indexOf(key: Uint8Array, value: Uint8Array): number {
  if (key[0] === TRANSACTION_PREFIX) return readU32(value, 4);
  return key[0] === HISTORY_PREFIX ? readU32(key, key.length - 4) : Number.MAX_SAFE_INTEGER;
}

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-level-'));
const copy = join(folder, 'core');
// Opening a LevelDB writes to it, and the node would not recognize the changed files.
cpSync(join(process.argv[2]!, 'core'), copy, { recursive: true });
const unordered: BlockEntries[] = [];
const source = new Level<Uint8Array, Uint8Array>(copy, { ...encoding, compression: false });
for await (const [key, value] of source.iterator()) {
  (unordered[heightOf(key, value)] ??= new BlockEntries()).add(key, value);
}
await source.close();
const blocks = unordered.map((block) => block.pack());
unordered.length = 0;

const path = join(folder, 'bare');
const began = performance.now();
const database = new Level<Uint8Array, Uint8Array>(path, {
  ...encoding,
  writeBufferSize: 16 * 1024 * 1024,
  compression: false,
});
await database.open();
let keys = 0;
for (const entries of blocks) {
  const batch = database.batch();
  entries.forEach((key, value) => batch.put(key, value));
  await batch.write();
  keys += entries.count;
}
await database.close();
const seconds = (performance.now() - began) / 1_000;
rmSync(folder, { recursive: true });
console.log(JSON.stringify({ keys, seconds }));
