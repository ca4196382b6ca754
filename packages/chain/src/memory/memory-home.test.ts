import { hexToBytes } from '@cairn/protocol';
import { expect, it, vi } from 'vitest';
import { isForReaders } from '../storage/layout.ts';
import { dumpIndex, mineBranch, openTestChain, runtime, transfer } from '../test-support.ts';
import { memoryHome } from './memory-home.ts';

it('a chain that only validates has every other row, also after a change of branch, and verifies as it is told', async () => {
  const verify = vi.fn<() => boolean>(() => true);
  const branches = [
    await mineBranch([[transfer({ from: 1, to: 2, nonce: 1 })], 4]),
    await mineBranch([5, 5, 5]),
  ];
  await using whole = await openTestChain();
  await using validating = await openTestChain({
    home: memoryHome(runtime, { verify, onlyValidates: true }),
  });
  for (const raw of branches.flat()) {
    await whole.chain.offerBlock(raw);
    await validating.chain.offerBlock(raw);
  }
  expect(verify).toHaveBeenCalledOnce();
  expect(validating.chain.tip()).toMatchObject({ height: 3 });
  const rows = await dumpIndex(whole.chain);
  const kept = rows.filter((line) => !isForReaders(hexToBytes(line.split(' ')[0]!)));
  expect(kept.length).toBeLessThan(rows.length);
  expect(await dumpIndex(validating.chain)).toEqual(kept);
});
