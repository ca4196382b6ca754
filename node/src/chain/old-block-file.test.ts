import { rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mineTestBlock, openTestChain } from './test-support.ts';

const maxBlockFileSize = 100_000;

it('a block file that became shorter is refused, also far below the blocks compared at the start', async () => {
  const test = await openTestChain({ maxBlockFileSize });
  for (let height = 1; height <= 2_600; height += 1) await mineTestBlock(test.chain);
  await test.close();
  const { path } = test.dataDirectory;
  const file = join(path, 'blocks', 'blk00000.dat');
  truncateSync(file, statSync(file).size - 1);
  await expect(openTestChain({ path, maxBlockFileSize })).rejects.toThrow(
    /blk00000\.dat is damaged at byte \d+: it has \d+ bytes, not \d+/,
  );
  rmSync(path, { recursive: true });
});
