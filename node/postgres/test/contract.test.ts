import { NETWORKS } from '@cairn/protocol';
import { pino } from 'pino';
import { describe } from 'vitest';
import { mineSample, testContract } from '../../src/explorer-api/contract-test-support.ts';
import { startExplorerApi } from '../../src/explorer-api/index.ts';
import { blocksOf, until } from '../../src/projection/test-support.ts';
import { openReplica } from '../replica.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup } from './test-projection.ts';

// Over a standby: a primary is read in the same way (replica.test.ts, failover.test.ts).
describe.skipIf(!hasPostgres)('the Explorer API of a replica', () => {
  testContract(async () => {
    const setup = await openTestSetup();
    const { chain } = setup.testChain;
    await mineSample(chain);
    await caughtUp(setup.start({ publishMs: 10 }));
    const log: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) });
    const database = setup.database.readers.standby;
    const replica = openReplica({ network: NETWORKS.devnet, database, logger });
    const api = await startExplorerApi(replica.context, { host: '127.0.0.1', port: 0 });
    await until(
      () =>
        replica.context.indexStatus().state === 'ready' &&
        replica.context.chain.view.tip?.id === chain.tip().id,
    );
    log.length = 0; // until now the standby may have lacked the tables
    return {
      url: api.url,
      blocks: await blocksOf(setup.testChain),
      log,
      isReplica: true,
      close: async () => {
        await api.close();
        await replica.close();
        await setup.remove();
      },
    };
  });
});
