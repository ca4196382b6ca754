import { getNetwork } from '@cairn/protocol';
import { readRecords, FILES_START } from '@cairn/chain/storage';
import { buildTestBlock, openTestChain, runtime } from '@cairn/chain/test-support';
import { memoryHome } from '@cairn/chain/memory';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFile } from './file-test-support.ts';
import { OpfsLog } from './opfs-log.ts';

const DEVNET = getNetwork('devnet');
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'opfs-'));
  path = join(folder, 'blocks');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A chain in memory, but for its blocks. */
const open = (room?: number) =>
  openTestChain({
    home: {
      ...memoryHome(runtime),
      openLog: async (network) => new OpfsLog(network, openFile(path, room), 'blocks'),
    },
  });

async function mine(blocks: number, room?: number): Promise<string> {
  await using test = await open(room);
  for (let mined = 0; mined < blocks; mined += 1) await test.chain.appendBlock(buildTestBlock(test.chain));
  return test.chain.tip().id;
}

const tip = async () => {
  await using test = await open();
  return test.chain.tip();
};

describe('a block log in one file', () => {
  it('is the chain at the next opening', async () => {
    const id = await mine(3);
    expect(await tip()).toMatchObject({ height: 3, id });
  });

  it.each([1, 8, 100])('loses no block but the one of which a crash wrote %i bytes', async (written) => {
    const id = await mine(2);
    await mine(1);
    const file = openFile(path);
    const log = new OpfsLog(DEVNET, file, 'blocks');
    const records = await Array.fromAsync(readRecords(log, FILES_START));
    await log.cut({ file: 0, offset: records.at(-1)!.start.offset + written });
    await log.close();
    expect(await tip()).toMatchObject({ height: 2, id });
    expect(await mine(2)).toBe((await tip()).id);
  });

  it('names the place of a damaged block', async () => {
    await mine(3);
    const file = openFile(path);
    file.write(Uint8Array.of(255), { at: file.getSize() - 1 });
    file.close();
    await expect(tip()).rejects.toMatchObject({ code: 'block_file_damaged', file: 'blocks' });
  });

  it('refuses a block that has no room, and keeps those before it', async () => {
    const id = await mine(2);
    const file = openFile(path);
    const room = file.getSize() + 100;
    file.close();
    await expect(mine(1, room)).rejects.toMatchObject({
      code: 'storage_write_failed',
      cause: { name: 'QuotaExceededError' },
    });
    expect(await tip()).toMatchObject({ height: 2, id });
  });
});
