import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Level } from 'level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDamagedRecord } from './level-log.ts';

const LAST_VALUE = 3_900;
/** Header and the fields of a batch with one short key. */
const LAST_RECORD = 7 + 12 + 1 + 1 + 'key 39'.length + 2 + LAST_VALUE;

let folder: string;
let log: string;
let sound: Buffer;

/** A real LevelDB log of several blocks, with batches longer than a block and shorter ones. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-level-log-'));
  const database = new Level(folder);
  for (let index = 0; index < 40; index += 1) {
    await database.put(`key ${index}`, 'x'.repeat(index % 7 === 0 ? 70_000 : 100 * index));
  }
  await database.close();
  const name = readdirSync(folder).find((file) => file.endsWith('.log'));
  log = join(folder, name!);
  sound = readFileSync(log);
});

afterEach(() => rmSync(folder, { recursive: true }));

async function damageWith(change: (bytes: Buffer) => void): Promise<number | undefined> {
  const bytes = Buffer.from(sound);
  change(bytes);
  writeFileSync(log, bytes);
  return (await findDamagedRecord(log))?.offset;
}

describe('findDamagedRecord', () => {
  it('finds nothing in a sound log', async () => {
    expect(await findDamagedRecord(log)).toBeUndefined();
  });

  it('finds a flipped byte anywhere in the data', async () => {
    for (let position = 50; position < sound.length; position += 9_973) {
      const offset = await damageWith((bytes) => (bytes[position]! ^= 0x10));
      expect(offset).toBeLessThanOrEqual(position);
    }
  });

  it('finds every flipped bit in the header of the last record, its length above all', async () => {
    const start = sound.length - LAST_RECORD;
    for (let at = start; at < start + 7; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const offset = await damageWith((bytes) => (bytes[at]! ^= 1 << bit));
        expect([at, bit, offset]).toEqual([at, bit, start]);
      }
    }
  });

  it('finds a flipped byte in the last record', async () => {
    const start = sound.length - LAST_RECORD;
    for (let at = start + 7; at < sound.length; at += 311) {
      expect(await damageWith((bytes) => (bytes[at]! ^= 0x80))).toBe(start);
    }
  });

  it('takes a torn end for what it is, wherever it is torn', async () => {
    for (let cut = 1; cut <= LAST_RECORD; cut += cut < 20 || cut > LAST_RECORD - 20 ? 1 : 97) {
      writeFileSync(log, sound);
      truncateSync(log, sound.length - cut);
      expect([cut, await findDamagedRecord(log)]).toEqual([cut, undefined]);
    }
    appendFileSync(log, Buffer.of(1, 2, 3));
    expect(await findDamagedRecord(log)).toBeUndefined();
  });

  it('takes room without data at the end for what a loss of power leaves, and not before data', async () => {
    for (const length of [1, 7, 5_000, 100_000]) {
      writeFileSync(log, Buffer.concat([sound, Buffer.alloc(length)]));
      expect([length, await findDamagedRecord(log)]).toEqual([length, undefined]);
    }
    writeFileSync(log, Buffer.concat([sound, Buffer.alloc(100_000), Buffer.of(1)]));
    expect((await findDamagedRecord(log))?.offset).toBeLessThan(sound.length);
    expect(await damageWith((bytes) => void bytes.fill(0, 70_000, 150_000))).toBeDefined();
  });
});
