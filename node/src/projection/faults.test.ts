import {
  closeSync,
  copyFileSync,
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestChain, type TestChain } from '../chain/test-support.ts';
import { ProjectionError } from './projection-store.ts';
import { sumsPath, walPath } from './sqlite/file-names.ts';
import { findDamage } from './sqlite/find-damage.ts';
import { PageSums } from './sqlite/page-sums.ts';
import { ProjectionFile } from './sqlite/projection-file.ts';
import { expectTwin, mineTraffic, startTestProjection, type TestProjection } from './test-support.ts';

const PAGE_SIZE = 4_096;

let testChain: TestChain;
let path: string;
let projected: TestProjection;

beforeEach(async () => {
  testChain = await openTestChain();
  path = testChain.dataDirectory.projection;
  await mineTraffic(testChain.chain, 3);
});

afterEach(async () => {
  await projected.projection.close();
  await testChain.remove();
});

/** A projection of the chain that was closed in order. */
async function buildAndClose(): Promise<void> {
  projected = startTestProjection(testChain);
  await projected.ready();
  await projected.projection.close();
}

/** What a process leaves that dies with a projection of the chain, the newest blocks in the log alone. */
async function buildAndDie(): Promise<void> {
  await buildAndClose();
  await mineTraffic(testChain.chain, 2);
  projected = startTestProjection(testChain);
  await projected.ready();
  const copies = mkdtempSync(join(tmpdir(), 'cairn-died-'));
  const files = [path, walPath(path), sumsPath(path)];
  files.forEach((file, index) => copyFileSync(file, join(copies, String(index))));
  await projected.projection.close();
  files.forEach((file, index) => copyFileSync(join(copies, String(index)), file));
  rmSync(copies, { recursive: true });
  expect(statSync(walPath(path)).size).toBeGreaterThan(4_000);
}

function flipByte(file: string, offset: number): void {
  const bytes = readFileSync(file);
  bytes[offset]! ^= 0x10;
  writeFileSync(file, bytes);
}

/** Checksums that fit the file as it is. */
function writeSums(): void {
  const bytes = readFileSync(path);
  const pages = new Map<number, Uint8Array>();
  for (let start = 0; start < bytes.length; start += PAGE_SIZE) {
    pages.set(start / PAGE_SIZE + 1, bytes.subarray(start, start + PAGE_SIZE));
  }
  const sums = new PageSums(PAGE_SIZE);
  sums.update(pages.size, pages);
  sums.write(sumsPath(path));
}

/** Starts on what is there, and fails unless it comes to the same as a projection that nothing happened to. */
async function startAgain(): Promise<string> {
  projected = startTestProjection(testChain);
  expect(projected.projection.status().state).toBe('building');
  await projected.ready();
  await expectTwin(testChain, projected);
  return projected.log.join('');
}

describe('a projection that is not what was written is made anew', () => {
  it.each<[string, () => void, RegExp]>([
    ['zero length', () => truncateSync(path, 0), /it is empty/],
    ['a part of a page', () => truncateSync(path, 5_000), /no whole pages/],
    ['cut off', () => truncateSync(path, 8_192), /it ends before page 3/],
    ['damaged header', () => flipByte(path, 3), /page 1 is not what was written/],
    ['a flipped byte', () => flipByte(path, statSync(path).size - 100), /page \d+ is not what was written/],
    ['its checksums lost', () => rmSync(sumsPath(path)), /checksums of its pages are missing/],
    ['a flipped byte of its checksums', () => flipByte(sumsPath(path), 21), /checksums.*damaged/],
    ['other text', () => writeFileSync(path, 'notes'.repeat(2_000)), /no whole pages|not what was written/],
  ])('%s', async (_fault, damage, problem) => {
    await buildAndClose();
    damage();
    const log = await startAgain();
    expect(log).toMatch(/made anew/);
    expect(log).toMatch(problem);
  });

  it('deleted, whatever stays beside it', async () => {
    await buildAndDie();
    rmSync(path);
    expect(await startAgain()).toMatch(/level with the chain at height/);
  });

  it('damaged while it is read', async () => {
    await buildAndClose();
    projected = startTestProjection(testChain);
    await projected.ready();
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(statSync(path).size - PAGE_SIZE, 0x55), 0, undefined, PAGE_SIZE);
    closeSync(file);
    const told: string[] = [];
    projected.projection.subscribe(() => {
      const { state } = projected.projection.status();
      if (state !== told.at(-1)) told.push(state);
    });
    const ranking = projected.projection.reader()!.addresses({ offset: 0, limit: 10 });
    await expect(ranking).rejects.toThrow(ProjectionError);
    expect(projected.projection.status().state).toBe('error');
    await projected.ready();
    await expectTwin(testChain, projected);
    expect(projected.log.join('')).toMatch(/the projection failed: database disk image is malformed/);
    expect(told).toEqual(['error', 'building', 'ready']);
  });

  it('a database of somebody else', async () => {
    const foreign = new Database(path);
    foreign.exec('CREATE TABLE notes (text TEXT)');
    foreign.close();
    expect(await startAgain()).toMatch(/checksums of its pages are missing/);
  });

  it.each<[string, string, number, RegExp]>([
    ['of another network', 'PRAGMA optimize', 2, /it is of chain 2, not 3/],
    ['of a later version', 'PRAGMA user_version = 99', 3, /its schema is version 99/],
    ['of another application', 'PRAGMA application_id = 7', 3, /it is no projection/],
  ])('a sound one %s', async (_what, change, chainId, problem) => {
    ProjectionFile.create({ path, chainId }).close();
    const database = new Database(path);
    database.exec(change);
    database.close();
    writeSums();
    expect(findDamage(path)).toBeUndefined();
    expect(await startAgain()).toMatch(problem);
  });
});

describe('a projection that only lags catches up', () => {
  it('after its process died', async () => {
    await buildAndDie();
    expect(await startAgain()).not.toMatch(/made anew/);
  });

  it('after its log was lost', async () => {
    await buildAndDie();
    rmSync(walPath(path));
    expect(await startAgain()).not.toMatch(/made anew/);
  });

  it('after a byte of its log was flipped, wherever that is', async () => {
    for (const part of [0, 0.2, 0.6, 0.99]) {
      await buildAndDie();
      flipByte(walPath(path), Math.floor(statSync(walPath(path)).size * part));
      expect(await startAgain()).not.toMatch(/made anew/);
      await projected.projection.close();
    }
  });

  it('from ahead of the chain, as far as it has to step back', async () => {
    await buildAndClose();
    for (let step = 0; step < 4; step += 1) await testChain.chain.stepBack();
    await mineTraffic(testChain.chain, 1, 5);
    expect(await startAgain()).not.toMatch(/made anew/);
  });
});

describe('the checksums', () => {
  it('show each flipped byte of the file', async () => {
    await buildAndClose();
    const sound = readFileSync(path);
    expect(findDamage(path)).toBeUndefined();
    const overlooked: number[] = [];
    for (let offset = 0; offset < sound.length; offset += 997) {
      flipByte(path, offset);
      if (findDamage(path) === undefined) overlooked.push(offset);
      writeFileSync(path, sound);
    }
    expect(sound.length).toBeGreaterThan(40_000);
    expect(overlooked).toEqual([]);
    expect(existsSync(`${sumsPath(path)}.new`)).toBe(false);
  });
});
