import { expect, it } from 'vitest';
import { openTestChain } from '../home/test-support.ts';
import { expectLikeModel, mineTraffic, startTestProjection, until } from './test-support.ts';

it('a projection fails clearly on a full disk, loses nothing, and recovers once there is room', async () => {
  const testChain = await openTestChain();
  const { chain } = testChain;
  let maxPages = 45;
  const projected = startTestProjection(testChain, () => ({ maxPages }));
  const { projection, log } = projected;
  const states = new Set<string>();
  await projected.ready();
  while (projection.status().state !== 'error') {
    await mineTraffic(chain, 1);
    states.add(projection.status().state);
  }
  expect(log.join('')).toMatch(/the projection failed: database or disk is full/);
  const { indexedHeight, targetHeight, progress } = projection.status();
  expect(indexedHeight).toBeGreaterThan(5);
  expect(targetHeight).toBe(chain.tip().height);
  expect(progress).toBeLessThan(100);
  await mineTraffic(chain, 1); // the chain itself is not affected
  maxPages = 1_000;
  await until(() => projection.status().indexedHeight === chain.tip().height);
  await projected.ready();
  await expectLikeModel(testChain, projected);
  expect(log.join('')).not.toContain('rebuilt');
  await projection.close();
  await testChain.remove();
});
