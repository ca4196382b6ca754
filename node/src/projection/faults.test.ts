import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestChain, type TestChain } from '../chain/test-support.ts';
import type { SqliteProjectionOptions } from './index.ts';
import { ProjectionError } from './projection-store.ts';
import { checksumPath, matchesChecksum, walPath, writeChecksum, writeMarker } from './sqlite/database.ts';
import { ProjectionFile } from './sqlite/projection-file.ts';
import { expectLikeModel, mineTraffic, startTestProjection, type TestProjection } from './test-support.ts';

const PAGE_SIZE = 4_096;

/** Folders that every test copies: a chain with a cleanly closed projection, and one whose process died. */
let closedFolder: string;
let diedFolder: string;
let testChain: TestChain;
let path: string;
let projected: TestProjection;

beforeAll(async () => {
  closedFolder = mkdtempSync(join(tmpdir(), 'cairn-closed-'));
  diedFolder = mkdtempSync(join(tmpdir(), 'cairn-died-'));
  await open(closedFolder);
  await mineTraffic(testChain.chain, 3);
  await project();
  await projected.projection.close();
  await testChain.close();

  cpSync(closedFolder, diedFolder, { recursive: true });
  await open(diedFolder);
  await mineTraffic(testChain.chain, 2);
  await project();
  // The files of a running projection, with the newest blocks only in the log.
  const files = [path, walPath(path)].map((file) => ({ file, bytes: readFileSync(file) }));
  await projected.projection.close();
  await testChain.close();
  rmSync(checksumPath(path));
  for (const { file, bytes } of files) writeFileSync(file, bytes);
});

afterEach(async () => {
  await projected.projection.close();
  await testChain.remove();
});

afterAll(() => [closedFolder, diedFolder].forEach((folder) => rmSync(folder, { recursive: true })));

async function open(folder: string): Promise<void> {
  testChain = await openTestChain({ path: folder });
  path = testChain.dataDirectory.projection;
}

async function project(options?: Partial<SqliteProjectionOptions>): Promise<void> {
  projected = startTestProjection(testChain, options);
  await projected.ready();
}

async function openCopy(folder: string): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'cairn-chain-'));
  cpSync(folder, copy, { recursive: true });
  await open(copy);
}

async function openClosed(): Promise<void> {
  await openCopy(closedFolder);
  expect(existsSync(checksumPath(path))).toBe(true);
}

async function openDied(): Promise<void> {
  await openCopy(diedFolder);
  expect(statSync(walPath(path)).size).toBeGreaterThan(4_000);
}

async function openWithoutProjection(): Promise<void> {
  await openClosed();
  for (const file of [path, checksumPath(path)]) rmSync(file);
}

/** Writes junk over a part of the projection. */
function overwrite(start: number, length: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(length, 0x55), 0, undefined, start);
  closeSync(file);
}

function flipByte(file: string, offset: number): void {
  const bytes = readFileSync(file);
  bytes[offset]! ^= 0x10;
  writeFileSync(file, bytes);
}

/** Starts again, and fails unless the projection then equals one without a fault. @returns the log */
async function startAgain(): Promise<string> {
  projected = startTestProjection(testChain);
  expect(projected.projection.status().state).toBe('building');
  await projected.ready();
  await expectLikeModel(testChain, projected);
  return projected.log.join('');
}

describe('a damaged or foreign projection is rebuilt from the chain', () => {
  it.each<[string, () => void]>([
    ['zero length', () => truncateSync(path, 0)],
    ['a part of a page', () => truncateSync(path, 5_000)],
    ['cut off', () => truncateSync(path, 8_192)],
    ['damaged header', () => flipByte(path, 3)],
    ['a flipped byte', () => flipByte(path, statSync(path).size - 100)],
    ['a flipped byte of its checksum', () => flipByte(checksumPath(path), 9)],
    ['another log beside it', () => writeFileSync(walPath(path), 'log'.repeat(2_000))],
    ['other text', () => writeFileSync(path, 'notes'.repeat(2_000))],
  ])('%s § fault projection damaged', async (_fault, damage) => {
    await openClosed();
    damage();
    const log = await startAgain();
    expect(log).toMatch(/rebuilt/);
    expect(log).toMatch(/it is not the file that was closed/);
  });

  it.each<[string, () => void, RegExp]>([
    ['zero length', () => truncateSync(path, 0), /it is not a projection/],
    ['damaged header', () => flipByte(path, 3), /file is not a database/],
    [
      'a page of junk',
      () => overwrite(3 * PAGE_SIZE, PAGE_SIZE),
      /its structure is damaged: Tree \d+ page 4/,
    ],
  ])(
    '%s, after a process that died with an empty log § fault projection log emptied',
    async (_fault, damage, problem) => {
      await openClosed();
      rmSync(checksumPath(path));
      writeFileSync(walPath(path), '');
      damage();
      const log = await startAgain();
      expect(log).toMatch(/rebuilt/);
      expect(log).toMatch(problem);
    },
  );

  it('after the loss of its log during a checkpoint', async () => {
    await openDied();
    writeMarker(path);
    rmSync(walPath(path));
    expect(await startAgain()).toMatch(/its log, with the rest of a checkpoint, is missing/);
  });

  it('after its deletion, whichever other files remain § fault projection deleted', async () => {
    await openDied();
    rmSync(path);
    expect(await startAgain()).toMatch(/caught up with the chain at height/);
  });

  it('after damage while it is read § 3.1 error § fault projection byte', async () => {
    await openClosed();
    await project();
    overwrite(PAGE_SIZE, statSync(path).size - PAGE_SIZE);
    const states: string[] = [];
    projected.projection.subscribe(() => {
      const { state } = projected.projection.status();
      if (state !== states.at(-1)) states.push(state);
    });
    const ranking = projected.projection.reader()!.addresses({ offset: 0, limit: 10 });
    await expect(ranking).rejects.toThrow(ProjectionError);
    expect(projected.projection.status().state).toBe('error');
    await projected.ready();
    await expectLikeModel(testChain, projected);
    expect(projected.log.join('')).toMatch(/the projection failed: database disk image is malformed/);
    expect(states).toEqual(['error', 'building', 'ready']);
  });

  it('after damage while it is read, if closed before the rebuild', async () => {
    await openClosed();
    await project({ retryMs: 1_000_000 });
    overwrite(PAGE_SIZE, statSync(path).size - PAGE_SIZE);
    await expect(projected.projection.reader()!.addresses({ offset: 0, limit: 10 })).rejects.toThrow(
      ProjectionError,
    );
    await projected.projection.close();
    expect(existsSync(checksumPath(path))).toBe(false);
    expect(await startAgain()).toMatch(/rebuilt/);
  });

  it('if it is a database of another program § fault projection foreign', async () => {
    await openWithoutProjection();
    const foreign = new Database(path);
    foreign.exec('CREATE TABLE notes (text TEXT)');
    foreign.close();
    expect(await startAgain()).toMatch(/it is not a projection/);
  });

  it.each<[string, string, number, RegExp]>([
    ['of another network', 'PRAGMA optimize', 2, /it is of chain 2, not 3/],
    ['of an earlier version', 'PRAGMA user_version = 2', 3, /its schema is version 2, not/],
    ['of a later version', 'PRAGMA user_version = 99', 3, /its schema is version 99/],
    ['of another application', 'PRAGMA application_id = 7', 3, /it is not a projection/],
  ])('if it is intact but %s § fault projection foreign', async (_origin, change, chainId, problem) => {
    await openWithoutProjection();
    ProjectionFile.create({ path, chainId }).close();
    const database = new Database(path);
    database.exec(change);
    database.close();
    writeChecksum(path);
    expect(await startAgain()).toMatch(problem);
  });
});

describe('a projection that only lags catches up', () => {
  it('after its process died', async () => {
    await openDied();
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });

  it('after its log was lost with the newest blocks § fault projection log', async () => {
    await openDied();
    rmSync(walPath(path));
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });

  it('after its process died and another program opened the file for writing and closed it', async () => {
    await openDied();
    const other = new Database(path);
    other.prepare('SELECT count(*) FROM transactions').get();
    other.close();
    expect(existsSync(walPath(path))).toBe(false);
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });

  it('after a close that could not write its checksum', async () => {
    await openClosed();
    await project();
    mkdirSync(`${checksumPath(path)}.new`);
    await projected.projection.close();
    expect(projected.log.join('')).toMatch(/not closed cleanly/);
    expect(existsSync(checksumPath(path))).toBe(false);
    rmdirSync(`${checksumPath(path)}.new`);
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });

  it.each([0, 0.2, 0.6, 0.99])(
    'after a byte of its log was flipped, at %d of its length § fault projection log',
    async (part) => {
      await openDied();
      flipByte(walPath(path), Math.floor(statSync(walPath(path)).size * part));
      expect(await startAgain()).not.toMatch(/rebuilt/);
    },
  );

  it('from ahead of the chain, by stepping back § fault projection ahead', async () => {
    await openClosed();
    for (let step = 0; step < 4; step += 1) await testChain.chain.stepBack();
    await mineTraffic(testChain.chain, 1, 5);
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });
});

it('another program may read the file at any time and for any time', async () => {
  await openClosed();
  await project({ checkpointBytes: 1 });
  const reading = new Database(path, { readonly: true });
  reading.exec('BEGIN');
  const count = reading.prepare('SELECT count(*) FROM transactions').pluck();
  const before = count.get();
  await mineTraffic(testChain.chain, 1);
  await projected.ready();
  await projected.projection.close();
  expect(count.get()).toBe(before);
  expect(existsSync(checksumPath(path))).toBe(false); // the log could not be copied
  expect(await startAgain()).not.toMatch(/rebuilt/);
  reading.close();
});

it('the checksum detects each flipped byte of the file § fault projection byte', async () => {
  await openClosed();
  const sound = readFileSync(path);
  expect(matchesChecksum(path)).toBe(true);
  const overlooked: number[] = [];
  for (let offset = 0; offset < sound.length; offset += 997) {
    flipByte(path, offset);
    if (matchesChecksum(path) !== false) overlooked.push(offset);
    writeFileSync(path, sound);
  }
  expect(sound.length).toBeGreaterThan(40_000);
  expect(overlooked).toEqual([]);
});
