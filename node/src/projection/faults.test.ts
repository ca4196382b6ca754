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
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestChain, type TestChain } from '../home/test-support.ts';
import { stepBack } from '@cairn/chain/test-support';
import { ProjectionError } from '@cairn/chain/projection';
import {
  expectLikeModel,
  mineTraffic,
  startTestProjection,
  statesUntilReady,
  type TestProjection,
} from './test-support.ts';

const PAGE_SIZE = 4_096;

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
  const change = (sql: string) => () => {
    const database = new Database(path);
    database.exec(sql);
    database.close();
  };
  it.each<[string, () => void, RegExp]>([
    ['with a damaged header', () => flipByte(path, 3), /file is not a database/],
    ['of another network', change('UPDATE state SET chain_id = 2'), /another network, or of another version/],
    ['of an earlier version', change('UPDATE state SET schema_version = 2'), /or of another version/],
  ])('%s', async (_fault, damage, problem) => {
    await openClosed();
    damage();
    const log = await startAgain();
    expect(log).toMatch(/rebuilt/);
    expect(log).toMatch(problem);
  });

  it.each<[string, () => void]>([
    ['its deletion', () => rmSync(path)],
    ['the loss of its content', () => truncateSync(path, 0)],
  ])('after %s, whichever other files remain', async (_fault, damage) => {
    await openDied();
    damage();
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
});

describe('a projection that differs only in its newest blocks follows the chain', () => {
  it.each<[string, () => void]>([
    ['its process died', () => undefined],
    ['its log was lost', () => rmSync(wal)],
    ['a byte of its log was flipped', () => flipByte(wal, Math.floor(statSync(wal).size / 5))],
  ])('after %s', async (_fault, damage) => {
    await openDied();
    damage();
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

it('a full disk is a clear failure that loses nothing, and ends once there is room', async () => {
  testChain = await openTestChain();
  const { chain } = testChain;
  let maxPages = 45;
  projected = startTestProjection(testChain, () => ({ maxPages }));
  const { projection, log } = projected;
  await projected.ready();
  while (projection.status().state !== 'error') await mineTraffic(chain, 1);
  expect(log.join('')).toMatch(/the projection failed: database or disk is full/);
  const { indexedHeight, targetHeight, progress } = projection.status();
  expect([indexedHeight > 5, targetHeight, progress < 100]).toEqual([true, chain.tip().height, true]);
  await mineTraffic(chain, 1); // the chain itself is not affected
  maxPages = 1_000;
  await projected.ready();
  await expectLikeModel(testChain, projected);
  expect(log.join('')).not.toContain('rebuilt');
});
