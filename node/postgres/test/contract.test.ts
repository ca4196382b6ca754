import { blocksOf } from '@cairn/chain/test-support';
import { describe } from 'vitest';
import { mineSample, testContract } from '../../src/explorer-api/contract-test-support.ts';
import { until } from '../../src/projection/test-support.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup, startReplica } from './test-setup.ts';

// Over a standby: a primary is read in the same way (replica.test.ts, failover.test.ts).
describe.skipIf(!hasPostgres)('the Explorer API of a replica', () => {
  testContract(async () => {
    const ends: (() => Promise<void>)[] = [];
    const atEnd = (close: () => Promise<void>): void => void ends.unshift(close);
    const { testChain, database, start } = await openTestSetup(atEnd);
    await mineSample(testChain.chain);
    await caughtUp(start({ publishMs: 10 }));
    const { url, context, log } = await startReplica(database.readers.standby, 'ready', atEnd);
    await until(() => context.chain.view.tip?.id === testChain.chain.tip().id);
    log.length = 0; // until now the standby may have lacked the tables
    return {
      url,
      blocks: await blocksOf(testChain),
      log,
      isReplica: true,
      close: async () => {
        for (const close of ends) await close();
      },
    };
  });
});
