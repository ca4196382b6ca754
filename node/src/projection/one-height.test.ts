import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mineTestBlock, openTestChain } from '../chain/test-support.ts';
import { startTestProjection } from './test-support.ts';

it('shows the height that it reports at any moment, also during a checkpoint', async () => {
  const testChain = await openTestChain();
  const test = startTestProjection(testChain, { checkpointBytes: 1 });
  const { projection } = test;
  await test.ready();
  const mining = new AbortController();
  const seen = new Set<number>();
  const watching = (async () => {
    while (!mining.signal.aborted) {
      const asked = projection.reader()!.totals();
      const { indexedHeight } = projection.status();
      const { height, transactions } = (await asked)!;
      expect(height).toBe(indexedHeight);
      const feed = await projection.reader()!.transactions({ offset: 0, limit: 1 });
      expect([feed.total, feed.items[0]!.height]).toEqual([transactions, height]);
      seen.add(height);
      await setImmediate();
    }
  })();
  for (let block = 0; block < 20; block += 1) {
    await mineTestBlock(testChain.chain);
    await test.ready();
  }
  mining.abort();
  await watching;
  expect(seen.size).toBeGreaterThan(10);
  await projection.close();
  await testChain.remove();
});
