import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportBlocks, importBlocks } from './import-export.ts';
import { dumpIndex, mineTestBlock, openTestChain } from './test-support.ts';

interface Outcome {
  /** Height of the last block that was acknowledged. */
  acknowledged: number;
  error: { code: string; message: string };
  /** How often the chain told that it cannot go on. */
  failures: number;
  /** The error of an empty block after that. */
  next: string;
  /** Bytes of the newest block as it was read after the failure. */
  read: number;
}

/** Mines blocks until the disk is full, then an empty one, and prints the results. */
const PROGRAM = `
  import { mineTestBlock, openTestChain, transfer } from ${JSON.stringify(new URL('test-support.ts', import.meta.url).href)};
  const [path, transfers] = process.argv.slice(1);
  let failures = 0;
  const { chain, close } = await openTestChain({ path, onFatal: () => (failures += 1) });
  let error;
  let nonce = 0;
  while (error === undefined) {
    const block = Array.from({ length: Number(transfers) }, () => transfer({ from: 1, to: 1, nonce: ++nonce }));
    await mineTestBlock(chain, block).catch((reason) => (error = reason));
  }
  const acknowledged = chain.tip().height;
  const next = await mineTestBlock(chain).then(() => 'accepted', ({ code }) => code);
  const read = (await chain.view.rawBlock(acknowledged)).length;
  console.log(JSON.stringify({ acknowledged, error: { code: error.code, message: error.message }, failures, next, read }));
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
  it.each([
    ['a block file', 30, /^writing .*blk00000\.dat failed: EFBIG/],
    // Enough transfers that LevelDB's table is smaller than its log, and so few that the log is full before the block file.
    ['an index', 5, /^writing .*core failed: /],
  ])(
    '%s that cannot grow ends all writing; the next start has everything acknowledged',
    async (_, transfers, message) => {
      const outcome = mineUntilFull(transfers);
      expect(outcome.error.code).toBe('storage_write_failed');
      expect(outcome.error.message).toMatch(message);
      expect(outcome).toMatchObject({ failures: 1, next: 'closed', read: 118 + 213 * (transfers + 1) });
      // The rejected block itself may be on disk: LevelDB does not report whether it is.
      expect([0, 1]).toContain((await expectSound(outcome.acknowledged)) - outcome.acknowledged);
    },
  );
});
