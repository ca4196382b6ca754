import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mineTestBlock, openTestChain, type TestChain } from '../chain/test-support.ts';
import { startTestProjection, type TestProjection } from './test-support.ts';
import { progressOf } from './projection.ts';

let testChain: TestChain;
let projected: TestProjection;

beforeEach(async () => {
  testChain = await openTestChain();
});

afterEach(async () => {
  await projected?.projection.close();
  await testChain.remove();
});

describe('a projection', () => {
  it('shows the height that it reports at any moment', async () => {
    projected = startTestProjection(testChain);
    const { projection } = projected;
    await projected.ready();
    const mining = new AbortController();
    const seen = new Set<number>();
    const watching = (async () => {
      while (!mining.signal.aborted) {
        const { height } = (await projection.reader()!.totals())!;
        expect(height).toBe(projection.status().indexedHeight);
        const { items, total } = await projection.reader()!.transactions({ offset: 0, limit: 1 });
        expect(items[0]!.height).toBe(projection.status().indexedHeight);
        expect(total).toBe(10 + items[0]!.height); // those of the genesis block, and a coinbase each
        seen.add(height);
        await setImmediate();
      }
    })();
    for (let block = 0; block < 8; block += 1) {
      await mineTestBlock(testChain.chain);
      await projected.ready();
    }
    mining.abort();
    await watching;
    expect(seen.size).toBeGreaterThan(4);
  });
});

it('the progress is in per cent, rounded down to two decimals', () => {
  expect([progressOf(-1, -1), progressOf(12, 9), progressOf(4_294_967_294, 4_294_967_295)]).toEqual([
    0, 100, 99.99,
  ]);
});
