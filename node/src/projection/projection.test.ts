import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mineTestBlock, openTestChain, transfer, type TestChain } from '../chain/test-support.ts';
import { expectLikeModel, mineTraffic, startTestProjection, type TestProjection } from './test-support.ts';
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
  it('projects the existing chain, then follows each block', async () => {
    await mineTraffic(testChain.chain, 3);
    projected = startTestProjection(testChain);
    expect(projected.projection.status()).toEqual({
      state: 'building',
      indexedHeight: -1,
      targetHeight: 6,
      progress: 0,
    });
    await projected.ready();
    expect(projected.projection.status()).toEqual({
      state: 'ready',
      indexedHeight: 6,
      targetHeight: 6,
      progress: 100,
    });
    await expectLikeModel(testChain, projected);
    await mineTestBlock(testChain.chain, [transfer({ from: 3, to: 4, nonce: 1 })]);
    await projected.ready();
    await expectLikeModel(testChain, projected);
  });

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
    for (let block = 0; block < 20; block += 1) {
      await mineTestBlock(testChain.chain);
      await projected.ready();
    }
    mining.abort();
    await watching;
    expect(seen.size).toBeGreaterThan(10);
  });
});

it('the progress is in per cent, rounded down to two decimals', () => {
  expect([progressOf(-1, -1), progressOf(12, 9), progressOf(4_294_967_294, 4_294_967_295)]).toEqual([
    0, 100, 99.99,
  ]);
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), fc.nat(0xffff_ffff), (first, second) => {
      const [indexed, target] = [Math.min(first, second), Math.max(first, second)];
      expect(progressOf(indexed, target)).toBe(
        Number((BigInt(indexed + 1) * 10_000n) / BigInt(target + 1)) / 100,
      );
    }),
  );
});
