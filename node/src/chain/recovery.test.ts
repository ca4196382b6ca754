import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BlockFileError } from '../storage/block-file-error.ts';
import { mineTestBlock, openTestChain, transfer, type TestChain } from './test-support.ts';

const SMALL_FILE = 2_000;

let test: TestChain;
let before: string[];
let path: string;

/** Ten blocks over several small block files, then closed. */
beforeEach(async () => {
  test = await openTestChain({ maxBlockFileSize: SMALL_FILE });
  for (let nonce = 1; nonce <= 10; nonce += 1)
    await mineTestBlock(test.chain, [transfer({ from: 1, to: 2, nonce })]);
  before = await test.chain.dumpIndex();
  path = test.dataDirectory.path;
  await test.close();
});
afterEach(() => {
  rmSync(path, { recursive: true, force: true });
});

function blockFiles(): string[] {
  return readdirSync(join(path, 'blocks')).toSorted();
}

async function reopen(): Promise<void> {
  test = await openTestChain({ path, maxBlockFileSize: SMALL_FILE });
}

async function expectTwinState(): Promise<void> {
  expect(await test.chain.dumpIndex()).toEqual(before);
  await mineTestBlock(test.chain);
  expect(test.chain.tip()?.height).toBe(11);
  await test.close();
}

describe('opening a chain again', () => {
  it('spans several block files', () => {
    expect(blockFiles().length).toBeGreaterThan(2);
  });

  it.each([1, 7, 8, 50, 400])('drops %i bytes that no commit stands behind', async (count) => {
    appendFileSync(join(path, 'blocks', blockFiles().at(-1)!), new Uint8Array(count).fill(0xca));
    await reopen();
    await expectTwinState();
  });

  it('drops a whole file that no commit stands behind', async () => {
    const next = `blk${blockFiles().length.toString().padStart(5, '0')}.dat`;
    writeFileSync(join(path, 'blocks', next), readFileSync(join(path, 'blocks', blockFiles().at(-1)!)));
    await reopen();
    expect(blockFiles()).not.toContain(next);
    await expectTwinState();
  });

  it('rebuilds a deleted index from the block files', async () => {
    rmSync(join(path, 'core'), { recursive: true });
    await reopen();
    await expectTwinState();
  });

  it.each(['CURRENT', 'MANIFEST', '.log'])('rebuilds an index whose %s is damaged', async (part) => {
    const name = readdirSync(join(path, 'core')).find((file) => file.includes(part))!;
    const file = join(path, 'core', name);
    const bytes = readFileSync(file);
    bytes.fill(0xff, 0, Math.min(64, bytes.length));
    writeFileSync(file, bytes);
    await reopen();
    await expectTwinState();
  });

  it('rebuilds an index that lost a batch in its middle', async () => {
    const name = readdirSync(join(path, 'core')).find((file) => file.endsWith('.log'))!;
    const file = join(path, 'core', name);
    const bytes = readFileSync(file);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = bytes[middle]! ^ 0xff;
    writeFileSync(file, bytes);
    await reopen();
    await expectTwinState();
  });

  it('drops the torn last record when the index is rebuilt too', async () => {
    rmSync(join(path, 'core'), { recursive: true });
    const last = join(path, 'blocks', blockFiles().at(-1)!);
    truncateSync(last, readFileSync(last).length - 5);
    await reopen();
    expect(test.chain.tip()?.height).toBe(9);
    await test.close();
  });

  it('names the file and the byte at which committed blocks are cut off', async () => {
    const last = join(path, 'blocks', blockFiles().at(-1)!);
    const size = readFileSync(last).length - 5;
    truncateSync(last, size);
    await expect(reopen()).rejects.toMatchObject({ code: 'block_file_damaged', file: last, offset: size });
  });

  it('names a missing block file, and starts once it is back', async () => {
    const second = join(path, 'blocks', blockFiles()[1]!);
    renameSync(second, join(path, 'away'));
    await expect(reopen()).rejects.toBeInstanceOf(BlockFileError);
    await expect(reopen()).rejects.toThrow(second);
    renameSync(join(path, 'away'), second);
    await reopen();
    await expectTwinState();
  });

  it('never serves a block with a changed byte: it names the file and the offset', async () => {
    const first = join(path, 'blocks', blockFiles()[0]!);
    const bytes = readFileSync(first);
    // A byte in the signature of the last genesis transfer.
    const offset = 8 + 118 + 213 * 9 + 100;
    bytes[offset] = bytes[offset]! ^ 1;
    writeFileSync(first, bytes);
    await reopen();
    await expect(test.chain.readRawBlock(0)).rejects.toMatchObject({
      code: 'block_file_damaged',
      file: first,
    });
    await expect(test.chain.readTransactions(0, { offset: 5, limit: 5 })).rejects.toMatchObject({
      file: first,
      offset: 8 + 118 + 213 * 9,
    });
    expect(await test.chain.readTransactions(0, { offset: 0, limit: 9 })).toHaveLength(9);
    await test.close();
  });

  it('refuses to rebuild from a block file with a changed byte', async () => {
    rmSync(join(path, 'core'), { recursive: true });
    const second = join(path, 'blocks', blockFiles()[1]!);
    const bytes = readFileSync(second);
    bytes[8 + 10] = bytes[8 + 10]! ^ 1;
    writeFileSync(second, bytes);
    await expect(reopen()).rejects.toMatchObject({ code: 'block_file_damaged', file: second, offset: 8 });
  });
});

describe('a data directory', () => {
  it('is used by one at a time', async () => {
    await reopen();
    await expect(openTestChain({ path })).rejects.toMatchObject({ code: 'locked' });
    await test.close();
    await reopen();
    await test.close();
  });

  it('belongs to one network', async () => {
    writeFileSync(join(path, 'network'), 'testnet\n');
    await expect(reopen()).rejects.toMatchObject({ code: 'wrong_network' });
  });

  it('is no folder that holds something else', async () => {
    rmSync(path, { recursive: true });
    const { mkdirSync } = await import('node:fs');
    mkdirSync(path);
    writeFileSync(join(path, 'holiday.jpg'), '');
    await expect(reopen()).rejects.toMatchObject({ code: 'not_a_data_directory' });
  });
});
