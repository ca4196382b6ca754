/** For tests only: a devnet in memory, with an index. */
import { DevnetClock } from '@cairn/chain/devnet';
import { inMemory, MemoryChain } from '@cairn/chain/memory';
import { runtime } from '@cairn/chain/test-support';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';

/** A control whose mining is manual. @param whenOver registers how it is closed: by default, when the test ends */
export async function openTestControl(whenOver: (close: () => Promise<void>) => unknown = onTestFinished) {
  const clock = new DevnetClock(runtime.now);
  const index = inMemory(() => new Database(':memory:'));
  const devnet = await MemoryChain.open({ runtime, version: '', contract: '', clock, index });
  whenOver(() => devnet.close());
  const { control, chain, mempool, context } = devnet;
  return { devnet, control, chain, mempool, clock, context };
}
