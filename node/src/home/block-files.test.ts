import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { blockSize, getNetwork } from '@cairn/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BlockFiles } from './block-files.ts';
import { temporaryFolder } from './folder-test-support.ts';
import { readRecords } from '@cairn/chain/storage';

const DEVNET = getNetwork('devnet');
const MAX_FILE_SIZE = 1_000;
const START = { file: 0, offset: 0 };

let folder: string;
let files: BlockFiles;
beforeEach(async () => {
  folder = temporaryFolder();
  await reopen();
});
afterEach(() => files.close());

async function reopen(): Promise<void> {
  await files?.close();
  files = await BlockFiles.open(folder, DEVNET, MAX_FILE_SIZE);
}

/** Bytes of a block's size; the files do not interpret them. */
function block(transactions: number): Uint8Array {
  return new Uint8Array(blockSize(transactions)).fill(transactions);
}

async function contents(): Promise<number[]> {
  const sizes: number[] = [];
  for await (const record of readRecords(files, START)) if ('raw' in record) sizes.push(record.raw[0]!);
  return sizes;
}

it('block files store records of magic, length and block, and read any slice of them', async () => {
  const [location] = await files.append([block(1)]);
  expect(location).toEqual({ file: 0, offset: 8, sizeBytes: 331 });
  const bytes = readFileSync(join(folder, 'blk00000.dat'));
  expect(bytes.subarray(0, 8).toString('hex')).toBe('ca19e0030000014b');
  expect(bytes.subarray(8)).toEqual(Buffer.from(block(1)));
  expect(await files.read({ file: 0, offset: 10 }, 3)).toEqual(new Uint8Array(3).fill(1));
  for (const [position, name] of [
    [{ file: 0, offset: 338 }, 'blk00000.dat'],
    [{ file: 1, offset: 0 }, 'blk00001.dat'],
  ] as const) {
    const damage = { code: 'block_file_damaged', file: join(folder, name), offset: position.offset };
    await expect(files.read(position, 2)).rejects.toMatchObject(damage);
    expect(() => files.readSync(position, 2)).toThrow(expect.objectContaining(damage));
  }
});

it('block files begin a new file before a record would exceed the limit, and continue there after a restart', async () => {
  for (const transactions of [1, 2, 3, 4, 1]) {
    await files.append([block(transactions)]);
    await reopen();
  }
  expect(readdirSync(folder)).toEqual(['blk00000.dat', 'blk00001.dat', 'blk00002.dat', 'blk00003.dat']);
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).size)).toEqual([891, 765, 978, 339]);
  expect(await contents()).toEqual([1, 2, 3, 4, 1]);
  expect(statSync(join(folder, 'blk00000.dat')).mode & 0o777).toBe(0o600);
});

it.each([
  [128 * 1024 * 1024 - 339, ['blk00000.dat']],
  [128 * 1024 * 1024 - 338, ['blk00000.dat', 'blk00001.dat']],
])('a record of 339 bytes after %i is in the last of %j', async (size, names) => {
  writeFileSync(join(folder, 'blk00000.dat'), '');
  truncateSync(join(folder, 'blk00000.dat'), size); // takes no room on disk
  const whole = await BlockFiles.open(folder, DEVNET);
  await whole.append([block(1)]);
  await whole.close();
  expect(readdirSync(folder)).toEqual(names);
});

it('block files on a full disk name the file that cannot be written', async ({ skip }) => {
  if (!existsSync('/dev/full')) skip('needs the /dev/full of Linux');
  await files.append([block(1)]);
  symlinkSync('/dev/full', join(folder, 'blk00001.dat'));
  await reopen();
  const problem = { name: 'StorageWriteError', message: expect.stringContaining('blk00001.dat') as string };
  await expect(files.append([block(2)])).rejects.toMatchObject(problem);
  await expect(files.sync(START)).rejects.toMatchObject(problem);
  expect(await contents()).toEqual([1]);
});

it('block files are cut after a position, whole files too', async () => {
  for (const transactions of [1, 2, 3, 4]) await files.append([block(transactions)]);
  await files.cut({ file: 0, offset: 339 });
  expect(readdirSync(folder)).toEqual(['blk00000.dat']);
  expect(files.end).toEqual({ file: 0, offset: 339 });
  await files.append([block(2)]);
  expect(await contents()).toEqual([1, 2]);
  await expect(files.cut({ file: 0, offset: 892 })).rejects.toMatchObject({ offset: 891 });
});

it('block files hold forget records among the blocks', async () => {
  const id = 'ab'.repeat(32);
  const [first] = await files.append([block(1), Buffer.from(id, 'hex')]);
  await files.append([block(2)]);
  const records = await Array.fromAsync(readRecords(files, START));
  expect(records.map((record) => ('backTo' in record ? record.backTo : record.raw[0]))).toEqual([1, id, 2]);
  const [, forget] = records;
  expect(forget!.start).toEqual({ file: 0, offset: first!.offset + first!.sizeBytes });
  expect(await Array.fromAsync(readRecords(files, START, { until: forget!.start }))).toHaveLength(1);
});
