import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mineTestBlock, stepBack, transfer } from '@cairn/chain/test-support';
import { mineTraffic, until } from '../../src/projection/test-support.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup, type TestSetup } from './test-projection.ts';

let setup: TestSetup;

describe.skipIf(!hasPostgres)('a projection in PostgreSQL', () => {
  beforeEach(async () => {
    setup = await openTestSetup();
  });

  afterEach(() => setup.remove());

  it('answers like the model after a backfill, after each new block and after steps back', async () => {
    await mineTraffic(setup.testChain.chain, 6);
    const projection = setup.start();
    await caughtUp(projection);
    await setup.expectLikeModel(projection);
    await mineTraffic(setup.testChain.chain, 2, 1);
    await caughtUp(projection);
    await setup.expectLikeModel(projection);
    for (let step = 0; step < 5; step += 1) await stepBack(setup.testChain.chain);
    await caughtUp(projection);
    await setup.expectLikeModel(projection);
    await mineTraffic(setup.testChain.chain, 1, 2);
    await caughtUp(projection);
    await setup.expectLikeModel(projection);
    await projection.close();
    expect(setup.log.filter((line) => /failed|rebuilt/.test(line))).toEqual([]);
  });

  it('continues where another node stopped, once that node has released the lease', async () => {
    await mineTraffic(setup.testChain.chain, 2);
    const first = setup.start();
    await caughtUp(first);
    const second = setup.start();
    await until(() => second.status().state === 'error');
    expect(setup.log.join('')).toContain('another node writes this database');
    await first.close();
    await mineTestBlock(setup.testChain.chain, [transfer({ from: 3, to: 4, nonce: 1 })]);
    await caughtUp(second);
    await setup.expectLikeModel(second);
    await second.close();
  });

  it('does not change a database of another network', async () => {
    const first = setup.start();
    await caughtUp(first);
    await first.close();
    await setup.database.sql('UPDATE cairn.state SET chain_id = 99');
    const second = setup.start();
    // It tries again, and changes nothing again.
    const refusal = 'the database contains chain 99, not 3: use another database';
    await until(() => setup.log.filter((line) => line.includes(refusal)).length > 1);
    expect(second.status().state).toBe('error');
    expect(await setup.database.sql('SELECT height FROM cairn.state')).toEqual([{ height: 0 }]);
    await second.close();
  });
});
