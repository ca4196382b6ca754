/**
 * The ceiling of a reindex: writes the entries of a core index to a bare LevelDB in the order in which a chain makes them, one
 * unsynced batch a block. Argument: the data directory. Prints `Written`.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Level } from 'level';
import { HISTORY, TRANSACTIONS } from '../../node/src/storage/layout.ts';

export interface Written {
  readonly keys: number;
  readonly seconds: number;
}

interface Entry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

const encoding = { keyEncoding: 'buffer', valueEncoding: 'buffer', compression: false } as const;
/** Bytes of the two lengths before each packed entry. */
const LENGTHS = 8;

/** The block of an entry and its place there: rows of transactions first, in their order; what belongs to none is in block 0. */
function placeOf({ key, value }: Entry): { height: number; index: number } {
  if (TRANSACTIONS.has(key)) return TRANSACTIONS.decode(value);
  return HISTORY.has(key) ? HISTORY.readKey(key) : { height: 0, index: Number.MAX_SAFE_INTEGER };
}

/** A block's entries in one buffer: millions of small ones would slow down what is measured. */
function pack(entries: readonly (Entry & { readonly index: number })[]): Buffer {
  const parts = entries
    .toSorted((a, b) => a.index - b.index)
    .flatMap(({ key, value }) => {
      const lengths = Buffer.alloc(LENGTHS);
      lengths.writeUInt32BE(key.length);
      lengths.writeUInt32BE(value.length, 4);
      return [lengths, key, value];
    });
  return Buffer.concat(parts);
}

function* unpack(packed: Buffer): Generator<Entry> {
  for (let at = 0; at < packed.length;) {
    const keyEnd = at + LENGTHS + packed.readUInt32BE(at);
    const end = keyEnd + packed.readUInt32BE(at + 4);
    yield { key: packed.subarray(at + LENGTHS, keyEnd), value: packed.subarray(keyEnd, end) };
    at = end;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-level-'));
// Opening a LevelDB writes to it, and the node would not recognize the changed files.
cpSync(join(process.argv[2]!, 'core'), join(folder, 'core'), { recursive: true });
const source = new Level<Uint8Array, Uint8Array>(join(folder, 'core'), encoding);
const unpacked: (Entry & { index: number })[][] = [];
for await (const [key, value] of source.iterator()) {
  const { height, index } = placeOf({ key, value });
  (unpacked[height] ??= []).push({ key, value, index });
}
await source.close();
const keys = unpacked.reduce((sum, entries) => sum + entries.length, 0);
const blocks = unpacked.map(pack);
unpacked.length = 0;

const began = performance.now();
const options = { ...encoding, writeBufferSize: 16 * 1024 * 1024 };
const target = new Level<Uint8Array, Uint8Array>(join(folder, 'bare'), options);
await target.open();
for (const block of blocks) {
  const batch = target.batch();
  for (const { key, value } of unpack(block)) batch.put(key, value);
  await batch.write();
}
await target.close();
const written: Written = { keys, seconds: (performance.now() - began) / 1_000 };
rmSync(folder, { recursive: true });
console.log(JSON.stringify(written));
