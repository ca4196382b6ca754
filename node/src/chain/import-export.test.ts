import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportBlocks, importBlocks } from './import-export.ts';
import {
  dumpIndex,
  mineTestBlock,
  openTestChain,
  transfer,
  withOtherGenesis,
  type TestChain,
} from './test-support.ts';

let source: TestChain;
let target: TestChain;
let folder: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-export-'));
  file = join(folder, 'chain.dat');
  source = await openTestChain();
  target = await openTestChain();
  for (let nonce = 1; nonce <= 4; nonce += 1)
    await mineTestBlock(source.chain, [transfer({ from: 1, to: 2, nonce })]);
});
afterEach(async () => {
  await source.remove();
  await target.remove();
  rmSync(folder, { recursive: true });
});

describe('export and import', () => {
  it('copy a whole chain to an empty node', async () => {
    const heights: number[] = [];
    expect(await exportBlocks(source.chain, file, ({ blocks }) => heights.push(blocks))).toEqual({
      exported: 5,
    });
    expect(heights).toEqual([1, 2, 3, 4, 5]);
    expect(await importBlocks(target.chain, file)).toEqual({ imported: 4, skipped: 1 });
    expect(await dumpIndex(target.chain)).toEqual(await dumpIndex(source.chain));
  });

  it('skip known blocks and continue after them', async () => {
    await exportBlocks(source.chain, file);
    await importBlocks(target.chain, file);
    await mineTestBlock(source.chain);
    await exportBlocks(source.chain, file);
    expect(await importBlocks(target.chain, file)).toEqual({ imported: 1, skipped: 5 });
  });

  it('reject a block that is dated too far ahead of the clock, like one from a peer', async () => {
    await exportBlocks(source.chain, file);
    const early = await openTestChain({ clock: () => 1_767_225_600 - 7_200 });
    await expect(importBlocks(early.chain, file)).rejects.toMatchObject({
      message: expect.stringContaining('record 1 at byte') as string,
      cause: { code: 'timestamp_too_new' },
    });
    await early.remove();
  });

  it('switch to another branch once it has more work', async () => {
    await exportBlocks(source.chain, file);
    await mineTestBlock(target.chain, [], { miner: 3 });
    expect(await importBlocks(target.chain, file)).toEqual({ imported: 4, skipped: 1 });
    expect(await dumpIndex(target.chain)).toEqual(await dumpIndex(source.chain));
  });

  it('reject a block whose parent is missing', async () => {
    await exportBlocks(source.chain, file);
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes.subarray(0, 2256), bytes.subarray(2808)]));
    await expect(importBlocks(target.chain, file)).rejects.toThrow(
      'record 1 at byte 2256 cannot be imported: the block before it is neither in the chain nor in the file',
    );
  });

  it('reject another genesis block', async () => {
    await exportBlocks(source.chain, file);
    writeFileSync(file, withOtherGenesis(readFileSync(file)));
    await expect(importBlocks(target.chain, file)).rejects.toThrow('it is not the genesis block of devnet');
  });

  it('report their progress', async () => {
    const exported: number[][] = [];
    const imported: number[][] = [];
    await exportBlocks(source.chain, file, ({ bytes, totalBytes }) => exported.push([bytes, totalBytes]));
    await importBlocks(target.chain, file, ({ bytes, totalBytes }) => imported.push([bytes, totalBytes]));
    expect(exported).toEqual([2256, 2808, 3360, 3912, 4464].map((bytes) => [bytes, 4464]));
    expect(imported).toEqual(exported);
  });

  it('stop at an invalid record, name it, and keep the blocks before it', async () => {
    await exportBlocks(source.chain, file);
    const bytes = readFileSync(file);
    const third = bytes.length - 2 * (8 + 118 + 213 * 2);
    bytes[third + 8 + 118 + 213 + 20] = bytes[third + 8 + 118 + 213 + 20]! ^ 1;
    writeFileSync(file, bytes);
    await expect(importBlocks(target.chain, file)).rejects.toMatchObject({
      name: 'NodeError',
      message: expect.stringContaining(`record 3 at byte ${third} cannot be imported`) as string,
    });
    expect(target.chain.tip().height).toBe(2);
  });

  it.each([
    ['a file of something else', () => Buffer.from('hello, world, this is no chain')],
    ['a file that is cut off', () => readFileSync(file).subarray(0, -3)],
  ])('refuse %s', async (_, contents) => {
    await exportBlocks(source.chain, file);
    writeFileSync(file, contents());
    await expect(importBlocks(target.chain, file)).rejects.toThrow('cannot be imported');
  });

  it('leave no file behind when aborted', async () => {
    await expect(exportBlocks(source.chain, file, undefined, AbortSignal.abort())).rejects.toThrow('aborted');
    expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false]);
  });
});
