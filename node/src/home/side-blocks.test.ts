import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockId } from '@cairn/protocol';
import { DEVNET, dumpIndex, mineBranch } from '@cairn/chain/test-support';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openDataDirectory } from './data-directory.ts';
import { openTestChain, type TestChain } from './test-support.ts';
import { verifyChain } from './verify.ts';

let test: TestChain;
let ours: Uint8Array[];
beforeEach(async () => {
  const made = await openTestChain();
  onTestFinished(() => made.remove());
  ours = await mineBranch([2, 2]);
  for (const raw of [...ours, ...(await mineBranch([3]))]) await made.chain.offerBlock(raw);
  test = made;
});

it.each([/\.ldb$/, /./])(
  'side blocks whose %s is damaged or lost are forgotten, and the chain stays',
  async (name) => {
    const { path, side } = test.dataDirectory;
    const index = await dumpIndex(test.chain);
    await test.close();
    await (await openTestChain({ path })).close(); // LevelDB makes tables of its log
    const damaged = readdirSync(side).filter((file) => name.test(file));
    expect(damaged).not.toEqual([]);
    if (name.source === '.') rmSync(side, { recursive: true });
    else
      for (const file of damaged)
        writeFileSync(join(side, file), Buffer.alloc(statSync(join(side, file)).size));
    const again = await openTestChain({ path });
    expect(again.chain.tip().id).toBe(blockId(ours[1]!));
    expect(await dumpIndex(again.chain)).toEqual(index);
    expect(again.chain.tree.ends()).toHaveLength(1);
    await again.close();
  },
);

it('a chain that left a branch is verified', async () => {
  for (const raw of await mineBranch([3, 3, 3])) await test.chain.offerBlock(raw);
  const tip = test.chain.tip();
  expect(tip.height).toBe(3);
  await test.close();
  const directory = openDataDirectory(test.dataDirectory.path, DEVNET);
  onTestFinished(() => directory.close());
  expect(await verifyChain({ dataDirectory: directory, network: DEVNET })).toEqual(tip);
});
