import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportBlocks, importBlocks } from './import-export.ts';
import { openTestChain, type TestChain, withOtherGenesis } from './test-support.ts';
import { dumpIndex, mineTestBlock, transfer } from '@cairn/chain/test-support';
import { temporaryFolder } from './folder-test-support.ts';

let source: TestChain;
let target: TestChain;
let file: string;

beforeEach(async () => {
  file = join(temporaryFolder(), 'chain.dat');
  source = await openTestChain();
  target = await openTestChain();
  for (let nonce = 1; nonce <= 4; nonce += 1)
    await mineTestBlock(source.chain, [transfer({ from: 1, to: 2, nonce })]);
});
afterEach(async () => {
  await source.remove();
  await target.remove();
});

describe('export and import', () => {
  it('copy a whole chain, skip known blocks, and report their progress', async () => {
    const exported: number[][] = [];
    const imported: number[][] = [];
    const note = (list: number[][]) => (progress: { bytes: number; totalBytes: number }) =>
      list.push([progress.bytes, progress.totalBytes]);
    expect(await exportBlocks(source.chain, file, note(exported))).toEqual({ exported: 5 });
    expect(await importBlocks(target.chain, file, note(imported))).toEqual({ imported: 4, skipped: 1 });
    expect(exported).toEqual([2256, 2808, 3360, 3912, 4464].map((bytes) => [bytes, 4464]));
    expect(imported).toEqual(exported);
    expect(await dumpIndex(target.chain)).toEqual(await dumpIndex(source.chain));
    await mineTestBlock(source.chain);
    await exportBlocks(source.chain, file);
    expect(await importBlocks(target.chain, file)).toEqual({ imported: 1, skipped: 5 });
  });

  it('reject a block that is dated too far ahead of the clock, like one from a peer', async () => {
    await exportBlocks(source.chain, file);
    await using early = await openTestChain({ clock: () => 1_767_225_600 - 7_200 });
    await expect(importBlocks(early.chain, file)).rejects.toMatchObject({
      message: expect.stringContaining('record 1 at byte') as string,
      cause: { code: 'timestamp_too_new' },
    });
  });

  /** Bytes of a record with one transfer. */
  const RECORD = 8 + 118 + 213 * 2;

  it.each<[string, (bytes: Buffer) => Uint8Array, RegExp, number]>([
    ['something else', () => Buffer.from('hello, world'), /record 0 at byte 0 cannot be imported/, 0],
    [
      'a block whose parent is missing',
      (bytes) => Buffer.concat([bytes.subarray(0, 2256), bytes.subarray(2256 + RECORD)]),
      /record 1 at byte 2256 cannot be imported: the block before it is neither/,
      0,
    ],
    [
      'an invalid record',
      (bytes) => bytes.with(3_500, bytes[3_500]! ^ 1),
      /record 3 at byte 3360 cannot be imported/,
      2,
    ],
    [
      'another genesis block',
      withOtherGenesis,
      /record 0 at byte 0 cannot be imported: it is not the genesis block of devnet$/,
      0,
    ],
    ...[3, RECORD - 3].map((count): [string, (bytes: Buffer) => Uint8Array, RegExp, number] => [
      `a record without its last ${count} bytes`,
      (bytes) => bytes.subarray(0, -count),
      /record 4 at byte 3912 cannot be imported: the file ends in the middle of the record$/,
      3,
    ]),
  ])('stop at %s, name it, and keep the blocks before it', async (_, change, message, height) => {
    await exportBlocks(source.chain, file);
    writeFileSync(file, change(readFileSync(file)));
    const failure = { name: 'UsageError', message: expect.stringMatching(message) as string };
    await expect(importBlocks(target.chain, file)).rejects.toMatchObject(failure);
    expect(target.chain.tip().height).toBe(height);
  });

  it('leave no file behind when aborted', async () => {
    await expect(exportBlocks(source.chain, file, undefined, AbortSignal.abort())).rejects.toThrow('aborted');
    expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false]);
  });
});
