import { describe, expect, it } from 'vitest';
import { mineTestBlock, stepBack, transfer } from '@cairn/chain/test-support';
import { mineTraffic, until } from '../../src/projection/test-support.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup } from './test-setup.ts';

describe.skipIf(!hasPostgres)('a projection in PostgreSQL', () => {
  it('answers like the model after a backfill, after each new block and after steps back', async () => {
    const { testChain, start, expectLikeModel, log } = await openTestSetup();
    await mineTraffic(testChain.chain, 6);
    const projection = start({ startWriter: undefined }); // in a thread, as a node does
    await caughtUp(projection);
    await expectLikeModel(projection);
    await mineTraffic(testChain.chain, 2, 1);
    await caughtUp(projection);
    for (let step = 0; step < 5; step += 1) await stepBack(testChain.chain);
    await caughtUp(projection);
    await expectLikeModel(projection);
    await mineTraffic(testChain.chain, 1, 2);
    await caughtUp(projection);
    await expectLikeModel(projection);
    expect(log.filter((line) => /failed|rebuilt/.test(line))).toEqual([]);
  });

  it('continues where another node stopped, once that node has released the lease', async () => {
    const { testChain, start, expectLikeModel, log } = await openTestSetup();
    await mineTraffic(testChain.chain, 2);
    const first = start();
    await caughtUp(first);
    const second = start();
    await until(() => second.status().state === 'error');
    expect(log.join('')).toContain('another node writes this database');
    await first.close();
    await mineTestBlock(testChain.chain, [transfer({ from: 3, to: 4, nonce: 1 })]);
    await caughtUp(second);
    await expectLikeModel(second);
  });

  it('does not change a database of another network', async () => {
    const { database, start, log } = await openTestSetup();
    const first = start();
    await caughtUp(first);
    await first.close();
    await database.sql('UPDATE cairn.state SET chain_id = 99');
    const second = start();
    // It tries again, and changes nothing again.
    const refusal = 'the database contains chain 99, not 3: use another database';
    await until(() => log.filter((line) => line.includes(refusal)).length > 1);
    expect(second.status().state).toBe('error');
    expect(await database.sql('SELECT height FROM cairn.state')).toEqual([{ height: 0 }]);
  });
});
