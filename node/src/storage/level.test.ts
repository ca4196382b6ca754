import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LevelError } from './errors.ts';
import { CommitMark, LevelStore } from './level.ts';

const ROUNDS = 3;
const KEYS = 60;
const DAMAGED = { code: 'level_damaged' };

let folder: string;
let path: string;
/** Hex of every key and its value. */
let truth: Map<string, string>;

const keyOf = (round: number, index: number): Uint8Array => Buffer.from(`round ${round} key ${index}`);
const valueOf = (round: number, index: number): Uint8Array => Buffer.alloc(90, `${round}/${index} `);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

async function write(store: LevelStore, round: number): Promise<void> {
  const batch = store.batch();
  for (let index = 0; index < KEYS; index += 1) {
    batch.put(keyOf(round, index), valueOf(round, index));
    truth.set(hex(keyOf(round, index)), hex(valueOf(round, index)));
  }
  await batch.write({ sync: true });
}

/** Two rounds in tables, the third in the log. */
async function fill(): Promise<LevelStore> {
  rmSync(path, { recursive: true, force: true });
  for (let round = 1; round < ROUNDS; round += 1) {
    const store = await LevelStore.open(path);
    await write(store, round);
    await store.close();
  }
  const store = await LevelStore.open(path);
  await write(store, ROUNDS);
  return store;
}

async function close(): Promise<void> {
  await (await fill()).close();
}

/** Files left by a killed process. */
async function kill(): Promise<void> {
  const store = await fill();
  cpSync(path, `${path}.killed`, { recursive: true });
  await store.close();
  rmSync(path, { recursive: true });
  renameSync(`${path}.killed`, path);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-level-'));
  path = join(folder, 'store');
  truth = new Map();
});
afterEach(() => rmSync(folder, { recursive: true }));

function namesOf(pattern: RegExp): string[] {
  return readdirSync(path).filter((name) => pattern.test(name));
}

function fileWith(part: string): string {
  return join(
    path,
    readdirSync(path).find((name) => name.includes(part))!,
  );
}

function flip(file: string, at: number, mask = 0xff): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.with(at, bytes[at]! ^ mask));
}

/** Reads all keys one by one and then with an iterator. @returns the number of absent keys */
async function readEverything(store: LevelStore): Promise<number> {
  let absent = 0;
  for (const [key, value] of truth) {
    const found = store.get(Buffer.from(key, 'hex'));
    if (found === undefined) absent += 1;
    else expect(hex(found)).toBe(value);
  }
  for await (const [key, value] of store.entries()) expect(hex(value)).toBe(truth.get(hex(key)));
  return absent;
}

/** Opens the folder and reads everything. @returns `damaged`, or the number of absent keys */
async function outcomeOf(): Promise<'damaged' | number> {
  let store: LevelStore | undefined;
  try {
    store = await LevelStore.open(path);
    return await readEverything(store);
  } catch (error) {
    if (!(error instanceof LevelError)) throw error;
    expect(error.code).toBe('level_damaged');
    return 'damaged';
  } finally {
    await store?.close();
  }
}

it('a store returns the bytes that were written', async () => {
  await close();
  const store = await LevelStore.open(path);
  expect(store.get(keyOf(1, 7))).toEqual(valueOf(1, 7));
  expect(store.get(keyOf(ROUNDS + 1, 7))).toBeUndefined();
  expect(await readEverything(store)).toBe(0);
  await store.batch().put(keyOf(1, 7), new Uint8Array()).del(keyOf(1, 8)).write({ sync: true });
  expect(store.get(keyOf(1, 7))).toEqual(Buffer.alloc(0));
  expect(store.get(keyOf(1, 8))).toBeUndefined();
  await store.close();
});

it('a store that is already open is reported as in use, not as damaged', async () => {
  const store = await fill();
  await expect(LevelStore.open(path)).rejects.toMatchObject({ code: 'level_unusable' });
  await store.close();
});

it('a file is refused as a store', async () => {
  writeFileSync(path, '');
  await expect(LevelStore.open(path)).rejects.toMatchObject({ code: 'level_unusable' });
});

describe('a cleanly closed folder', () => {
  const FILES = /^(CURRENT|MANIFEST.*|.*\.log|.*\.ldb|digest)$/;

  it('is damaged by a changed byte anywhere in any of its files § fault core log', async () => {
    await close();
    const names = namesOf(FILES);
    expect(names).toHaveLength(6);
    for (const name of names) {
      const file = join(path, name);
      const { size } = statSync(file);
      for (let at = 0; at < size; at += Math.max(1, Math.floor(size / 150))) {
        flip(file, at, 1 << (at % 8));
        await expect(LevelStore.open(path), `${name} at byte ${at}`).rejects.toMatchObject(DAMAGED);
        flip(file, at, 1 << (at % 8));
      }
    }
    expect(await outcomeOf()).toBe(0);
  });

  it('is damaged if a file is truncated, extended, lost or older § fault core log', async () => {
    await close();
    cpSync(path, `${path}.closed`, { recursive: true });
    const log = namesOf(/\.log$/)[0]!;
    const faults = namesOf(FILES).flatMap((name) => [
      () => truncateSync(join(path, name), statSync(join(path, name)).size - 1),
      () => appendFileSync(join(path, name), 'x'),
      () => writeFileSync(join(path, name), ''),
    ]);
    // Without its digest a folder looks like that of a killed process.
    for (const name of namesOf(FILES)) if (name !== 'digest') faults.push(() => rmSync(join(path, name)));
    faults.push(() => cpSync(join(path, log), join(path, '999999.log')));
    for (const fault of faults) {
      fault();
      await expect(LevelStore.open(path)).rejects.toMatchObject(DAMAGED);
      rmSync(path, { recursive: true });
      cpSync(`${path}.closed`, path, { recursive: true });
    }
    expect(await outcomeOf()).toBe(0);
  });

  it('has no digest while it is open, and a complete one after each close', async () => {
    const store = await fill();
    expect(existsSync(join(path, 'digest'))).toBe(false);
    await store.close();
    expect(existsSync(join(path, 'digest'))).toBe(true);
    expect(await outcomeOf()).toBe(0);
    expect(await outcomeOf()).toBe(0);
  });

  it('detects damage to a table that nothing read while it was open § fault core table', async () => {
    await close();
    const store = await LevelStore.open(path);
    flip(fileWith('.ldb'), 300);
    await store.close();
    await expect(LevelStore.open(path)).rejects.toThrow('.ldb has changed since the store was closed');
  });

  it('is closed once: a later close writes no digest of a reopened folder', async () => {
    const store = await LevelStore.open(path);
    await write(store, 1);
    await store.close();
    const other = await LevelStore.open(path);
    await store.close();
    expect(existsSync(join(path, 'digest'))).toBe(false);
    await other.close();
  });

  it('can be reopened if its files were removed while it was open', async () => {
    const store = await LevelStore.open(path);
    await write(store, 1);
    for (const name of readdirSync(path)) rmSync(join(path, name));
    await store.close();
    const reopened = await LevelStore.open(path);
    expect(reopened.get(keyOf(1, 0))).toBeUndefined();
    await reopened.close();
  });

  it('is intact if LevelDB left an unused table and reuses its number', async () => {
    const store = await fill();
    // A compaction that is aborted by a close leaves such tables: the next open removes them and reuses their numbers.
    const newest = Math.max(...namesOf(/^\d+\.(log|ldb)$/).map((name) => Number.parseInt(name)));
    const unused = [1, 2, 3, 4].map((more) => `${`${newest + more}`.padStart(6, '0')}.ldb`);
    for (const name of unused) writeFileSync(join(path, name), 'unused');
    await store.close();
    const again = await LevelStore.open(path);
    expect(namesOf(/\.ldb$/).filter((name) => unused.includes(name))).toHaveLength(1);
    await again.close();
    expect(await outcomeOf()).toBe(0);
  });

  it('needs no digest: a close that cannot write one does not fail', async () => {
    const store = await fill();
    rmSync(path, { recursive: true });
    await store.close();
    expect(existsSync(path)).toBe(false);
  });
});

describe('a folder of a process that was killed', () => {
  it('never returns a value that was not written, whichever byte changed § fault core table', async () => {
    await kill();
    cpSync(path, `${path}.killed`, { recursive: true });
    const seen: string[] = [];
    for (const name of namesOf(/^(CURRENT|MANIFEST.*|.*\.log|.*\.ldb)$/)) {
      const { size } = statSync(join(path, name));
      for (let at = 0; at < size; at += Math.max(1, Math.floor(size / 200))) {
        flip(join(path, name), at, 1 << (at % 8));
        const outcome = await outcomeOf();
        seen.push(`${outcome === 0 ? 'whole' : outcome === 'damaged' ? outcome : 'absent'}: ${name}`);
        rmSync(path, { recursive: true });
        cpSync(`${path}.killed`, path, { recursive: true });
      }
    }
    const share = (outcome: string, name: RegExp): number => {
      const ofFile = seen.filter((line) => name.test(line));
      return ofFile.filter((line) => line.startsWith(outcome)).length / ofFile.length;
    };
    expect(await outcomeOf()).toBe(0);
    expect(share('damaged', /CURRENT|MANIFEST/)).toBe(1);
    // The others are changed keys.
    expect(share('damaged', /ldb/)).toBeGreaterThan(0.85);
    // LevelDB drops the damaged batch: the caller detects that by its mark and its chain of entries.
    expect(share('absent', /log/)).toBe(1);
  });

  it('is intact', async () => {
    await kill();
    expect(namesOf(/^digest$/)).toEqual([]);
    expect(await outcomeOf()).toBe(0);
  });

  it('is intact with a torn, unacknowledged end of its log § fault core log', async () => {
    await kill();
    const log = fileWith('.log');
    const whole = readFileSync(log);
    const tails = [
      ...[1, 6, 7, 8, 100, 5_000].map((length) => whole.subarray(0, length)),
      // A header and the first bytes of a record, then zeros for pages that were not written.
      Buffer.concat([whole.subarray(0, 200), Buffer.alloc(4_000)]),
      Buffer.alloc(40_000),
    ];
    for (const tail of tails) {
      cpSync(path, `${path}.torn`, { recursive: true });
      appendFileSync(log, tail);
      expect(await outcomeOf()).toBe(0);
      rmSync(path, { recursive: true });
      renameSync(`${path}.torn`, path);
    }
  });

  it.each<[string, () => void]>([
    ['a table is lost', () => rmSync(fileWith('.ldb'))],
    ['a table is cut', () => truncateSync(fileWith('.ldb'), 300)],
    ['the MANIFEST is lost', () => rmSync(fileWith('MANIFEST'))],
    ['the MANIFEST is empty', () => writeFileSync(fileWith('MANIFEST'), '')],
    ['CURRENT is empty', () => writeFileSync(fileWith('CURRENT'), '')],
  ])('is damaged when %s', async (_, harm) => {
    await kill();
    harm();
    expect(await outcomeOf()).toBe('damaged');
  });
});

describe('damage found by a read', () => {
  /** A store with a value that changed on disk. */
  async function openDamaged(): Promise<LevelStore> {
    await close();
    await (await LevelStore.open(path)).close();
    const store = await LevelStore.open(path);
    for (const name of namesOf(/\.ldb$/)) {
      const at = readFileSync(join(path, name)).indexOf('2/5 2/5');
      if (at >= 0) flip(join(path, name), at, 0x01);
    }
    return store;
  }

  it('fails every later read and write, is reported once, and fails the next open', async () => {
    const store = await openDamaged();
    const found: LevelError[] = [];
    store.onDamage((damage) => found.push(damage));
    expect(store.get(keyOf(2, 4))).toEqual(valueOf(2, 4));
    const damaged = expect.objectContaining({
      ...DAMAGED,
      message: expect.stringContaining('does not match its checksum') as string,
    }) as Error;
    expect(() => store.get(keyOf(2, 5))).toThrow(damaged);
    expect(() => store.get(keyOf(2, 4))).toThrow(damaged);
    expect(() => store.batch()).toThrow(damaged);
    await expect(store.entries().next()).rejects.toThrow(damaged);
    expect(found).toEqual([damaged]);
    await store.close();
    await expect(LevelStore.open(path)).rejects.toThrow(damaged);
    await expect(LevelStore.open(path)).rejects.toThrow(damaged);
  });

  it('is also found by an iterator', async () => {
    const store = await openDamaged();
    await expect(Array.fromAsync(store.entries({ gte: keyOf(2, 0), lt: keyOf(3, 0) }))).rejects.toMatchObject(
      DAMAGED,
    );
    await store.close();
  });
});

describe('a commit mark', () => {
  async function readMark(write?: number): Promise<number | undefined> {
    const mark = await CommitMark.open(join(folder, 'committed'));
    if (write !== undefined) await mark.write(write);
    const height = await mark.read();
    await mark.close();
    return height;
  }

  it('stores a height', async () => {
    expect(await readMark()).toBeUndefined();
    for (const height of [0, 1, 0xffff_ffff]) {
      expect(await readMark(height)).toBe(height);
      expect(await readMark()).toBe(height);
    }
  });

  it.each(['', '1234', '12345678'])('is absent if the file contains %j', async (contents) => {
    writeFileSync(join(folder, 'committed'), contents);
    expect(await readMark()).toBeUndefined();
  });
});
