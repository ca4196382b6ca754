import {
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockId, hexToBytes } from '@cairn/protocol';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestChain, stepBack, type TestChain } from '../chain/test-support.ts';
import { BlockFile } from './chain-test-support.ts';
import { createSqliteWriter } from './sqlite/engine.ts';
import { ProjectionError } from './store.ts';
import {
  expectLikeModel,
  mineTraffic,
  startTestProjection,
  statesUntilReady,
  type TestProjection,
} from './test-support.ts';

const PAGE_SIZE = 4_096;
/** Of the parent's ID in a block. */
const PARENT_OFFSET = 8;

/** Folders that every test copies: a chain with a cleanly closed projection, and one whose process died. */
let closedFolder: string;
let diedFolder: string;
let testChain: TestChain;
let path: string;
let wal: string;
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
  const files = [path, wal].map((file) => ({ file, bytes: readFileSync(file) }));
  await projected.projection.close();
  await testChain.close();
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
  wal = `${path}-wal`;
}

async function project(): Promise<void> {
  projected = startTestProjection(testChain);
  await projected.ready();
}

async function openCopy(folder: string): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'cairn-chain-'));
  cpSync(folder, copy, { recursive: true });
  await open(copy);
}

async function openClosed(): Promise<void> {
  await openCopy(closedFolder);
  expect(existsSync(wal)).toBe(false);
}

async function openDied(): Promise<void> {
  await openCopy(diedFolder);
  expect(statSync(wal).size).toBeGreaterThan(4_000);
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

describe('a projection that cannot be used is rebuilt from the chain', () => {
  it.each<[string, () => void, RegExp]>([
    ['zero length', () => truncateSync(path, 0), /no such table: state/],
    ['damaged header', () => flipByte(path, 3), /file is not a database/],
    ['cut off', () => truncateSync(path, 2 * PAGE_SIZE), /malformed/],
  ])('%s', async (_fault, damage, problem) => {
    await openClosed();
    damage();
    const log = await startAgain();
    expect(log).toMatch(/rebuilt/);
    expect(log).toMatch(problem);
  });

  it('after its deletion, whichever other files remain', async () => {
    await openDied();
    rmSync(path);
    expect(await startAgain()).toMatch(/caught up with the chain at height/);
  });

  it('after damage that a query meets: its state is error until it is rebuilt', async () => {
    await openClosed();
    await project();
    overwrite(PAGE_SIZE, statSync(path).size - PAGE_SIZE);
    const ranking = projected.projection.reader()!.addresses({ offset: 0, limit: 10 });
    await expect(ranking).rejects.toThrow(ProjectionError);
    expect(projected.projection.status().state).toBe('error');
    expect(await statesUntilReady(projected)).toEqual(['error', 'ready']);
    await expectLikeModel(testChain, projected);
    expect(projected.log.join('')).toMatch(/the projection failed: database disk image is malformed/);
  });

  it('if it is a database of another program', async () => {
    await openClosed();
    rmSync(path);
    const foreign = new Database(path);
    foreign.exec('CREATE TABLE notes (text TEXT)');
    foreign.close();
    expect(await startAgain()).toMatch(/no such table: state/);
  });

  it.each([
    ['of another network', 'UPDATE state SET chain_id = 2'],
    ['of an earlier version', 'UPDATE state SET schema_version = 2'],
  ])('if it is intact but %s', async (_origin, change) => {
    await openClosed();
    const database = new Database(path);
    database.exec(change);
    database.close();
    expect(await startAgain()).toMatch(/rebuilt.*: it is of another network, or of another version/);
  });
});

describe('a projection that differs only in its newest blocks follows the chain', () => {
  it('after its process died', async () => {
    await openDied();
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });

  it('after its log was lost with the newest blocks', async () => {
    await openDied();
    rmSync(wal);
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });

  it.each([0.2, 0.99])('after a byte of its log was flipped, at %d of its length', async (part) => {
    await openDied();
    flipByte(wal, Math.floor(statSync(wal).size * part));
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });

  it('after its process died and another program opened the file for writing and closed it', async () => {
    await openDied();
    const other = new Database(path);
    other.prepare('SELECT count(*) FROM transactions').get();
    other.close();
    expect(existsSync(wal)).toBe(false);
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });

  it('from ahead of the chain, and from another branch, by stepping back', async () => {
    await openClosed();
    for (let step = 0; step < 4; step += 1) await stepBack(testChain.chain);
    expect(await startAgain()).not.toMatch(/rebuilt/);
    await projected.projection.close();
    await stepBack(testChain.chain);
    await mineTraffic(testChain.chain, 1, 5);
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });

  it('from a chain with another genesis block, by stepping back to nothing', async () => {
    await openClosed();
    rmSync(path);
    const writer = createSqliteWriter({ path, chainId: 3 });
    await writer.run({ type: 'open', isDamaged: false });
    const blocks = new BlockFile(`${path}.blocks`);
    let parent = '0'.repeat(64);
    for (let height = 0; height < 3; height += 1) {
      const raw = Uint8Array.from((await testChain.chain.view.rawBlock(height))!);
      raw[100]! ^= 1;
      raw.set(hexToBytes(parent), PARENT_OFFSET);
      parent = blockId(raw);
      await writer.run({ type: 'append', blocks: [blocks.append(raw)], isLast: true });
    }
    await writer.run({ type: 'close' });
    expect(await startAgain()).not.toMatch(/rebuilt/);
  });
});

it('another program may read the file at any time and for any time', async () => {
  await openClosed();
  await project();
  const reading = new Database(path, { readonly: true });
  reading.exec('BEGIN');
  const count = reading.prepare('SELECT count(*) FROM transactions').pluck();
  const before = count.get();
  await mineTraffic(testChain.chain, 1);
  await projected.ready();
  await projected.projection.close();
  expect(count.get()).toBe(before);
  expect(await startAgain()).not.toMatch(/rebuilt/);
  reading.close();
});
