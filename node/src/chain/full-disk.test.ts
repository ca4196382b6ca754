import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportBlocks, importBlocks } from './import-export.ts';
import { dumpIndex, mineTestBlock, openTestChain, transfer } from './test-support.ts';

interface Outcome {
  /** Height of the last block that was acknowledged. */
  acknowledged: number;
  error: { code: string; message: string };
  /** Result of an empty block after that: its height, or the error. */
  next: number | string;
  /** Bytes of the newest block as it was read after the failure. */
  read: number;
}

/** Mines full blocks until the disk is full, then one empty block, and prints the results. */
const PROGRAM = `
  import { mineTestBlock, openTestChain, transfer } from ${JSON.stringify(new URL('test-support.ts', import.meta.url).href)};
  const [path, transfers] = process.argv.slice(1);
  const { chain, close } = await openTestChain({ path });
  let error;
  let nonce = 0;
  while (error === undefined) {
    const block = Array.from({ length: Number(transfers) }, () => transfer({ from: 1, to: 1, nonce: ++nonce }));
    await mineTestBlock(chain, block).catch((reason) => (error = reason));
  }
  const acknowledged = chain.tip().height;
  const next = await mineTestBlock(chain).then(({ height }) => height, ({ code }) => code);
  const read = (await chain.readRawBlock(acknowledged)).length;
  console.log(JSON.stringify({ acknowledged, error: { code: error.code, message: error.message }, next, read }));
  await close();
`;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-full-'));
  path = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `PROGRAM` with files limited to 64 KiB (128 units of 512 bytes). @param transfers number in each block */
function mineUntilFull(transfers: number): Outcome {
  const command = 'ulimit -f 128; exec "$0" --input-type=module --eval "$1" "$2" "$3"';
  const output = execFileSync('sh', ['-c', command, process.execPath, PROGRAM, path, `${transfers}`], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as Outcome;
}

/** Requires that the reopened chain has everything acknowledged, works, and equals one made from its blocks. */
async function expectSound(acknowledged: number): Promise<number> {
  const reopened = await openTestChain({ path });
  const found = reopened.chain.tip().height;
  await mineTestBlock(reopened.chain);
  const twin = await openTestChain();
  await exportBlocks(reopened.chain, join(folder, 'chain.dat'));
  await importBlocks(twin.chain, join(folder, 'chain.dat'));
  expect(await dumpIndex(reopened.chain)).toEqual(await dumpIndex(twin.chain));
  await Promise.all([reopened.close(), twin.remove()]);
  expect(found).toBeGreaterThanOrEqual(acknowledged);
  return found;
}

describe('when the disk is full', () => {
  it('a block file that cannot grow rejects the block, and accepts one that fits', async () => {
    const outcome = mineUntilFull(30);
    expect(outcome.error.code).toBe('storage_write_failed');
    expect(outcome.error.message).toMatch(/^writing .*blk00000\.dat failed: EFBIG/);
    expect(outcome).toMatchObject({ next: outcome.acknowledged + 1, read: 118 + 213 * 31 });
    expect(await expectSound(outcome.acknowledged + 1)).toBe(outcome.acknowledged + 1);
  });

  it('an index that cannot grow rejects the block, can still be read, and accepts one once there is room', async () => {
    // Enough transfers that LevelDB's table is smaller than its log, and so few that the log is full before the block file.
    const outcome = mineUntilFull(5);
    expect(outcome.error.code).toBe('storage_write_failed');
    expect(outcome.error.message).toMatch(/^writing .*core failed: /);
    // The rejected block itself may be in the index: LevelDB does not report whether it is.
    expect([1, 2]).toContain((outcome.next as number) - outcome.acknowledged);
    expect(outcome.read).toBe(118 + 213 * 6);
    expect(await expectSound(outcome.next as number)).toBe(outcome.next);
  });

  it('an import ends with one line that names the file', async () => {
    const test = await openTestChain();
    const { chain } = test;
    for (let nonce = 1; nonce <= 12; nonce += 1) {
      const transfers = Array.from({ length: 40 }, (_, index) =>
        transfer({ from: 1, to: 2, nonce: (nonce - 1) * 40 + index + 1 }),
      );
      await mineTestBlock(chain, transfers);
    }
    const file = join(folder, 'chain.dat');
    await exportBlocks(chain, file);
    await test.remove();
    const cairn = fileURLToPath(new URL('../../bin/cairn.mjs', import.meta.url));
    const command = 'ulimit -f 128; exec "$0" "$1" import --data-dir "$2" "$3"';
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, cairn, path, file], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    const lines = stderr.split('\n').filter((line) => line.startsWith('cairn: '));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /chain\.dat: record \d+ at byte \d+ cannot be imported: writing .*blk00000\.dat failed/,
    );
    expect(stderr).not.toContain('    at ');
  });
});
