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
import { ClassicLevel } from 'classic-level';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDamagedLog } from './level-log.ts';

let folder: string;
let log: string;

/** A real LevelDB log of several blocks, with batches longer than a block and shorter ones. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-level-log-'));
  const database = new ClassicLevel(folder);
  for (let index = 0; index < 40; index += 1) {
    await database.put(`key ${index}`, 'x'.repeat(index % 7 === 0 ? 70_000 : 100 * index));
  }
  await database.close();
  const name = readdirSync(folder).find((file) => file.endsWith('.log'));
  log = join(folder, name!);
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('findDamagedLog', () => {
  it('finds nothing in a sound log', async () => {
    expect(await findDamagedLog(folder)).toBeUndefined();
  });

  it('finds a flipped byte anywhere in the data', async () => {
    const sound = readFileSync(log);
    for (let position = 50; position < sound.length - 70_000; position += 9_973) {
      const bytes = Buffer.from(sound);
      bytes[position]! ^= 0x10;
      writeFileSync(log, bytes);
      const damage = await findDamagedLog(folder);
      expect(damage?.file).toBe(log);
      expect(damage!.offset).toBeLessThanOrEqual(position);
    }
  });

  it('takes a torn end for what it is', async () => {
    const { length } = readFileSync(log);
    for (const cut of [1, 8, 100, 3_000]) {
      truncateSync(log, length - cut);
      expect(await findDamagedLog(folder)).toBeUndefined();
    }
    appendFileSync(log, Buffer.of(1, 2, 3));
    expect(await findDamagedLog(folder)).toBeUndefined();
  });
});
