import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mineTestBlock, stepBack, transfer } from '../../src/chain/test-support.ts';
import type { LocatedBlock } from '../../src/chain/chain-types.ts';
import { TableWriter } from '../../src/projection/table-writer.ts';
import { mineTraffic, until } from '../../src/projection/test-support.ts';
import { PostgresWritingEngine } from '../writing-engine.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup, type TestSetup } from './test-projection.ts';

let setup: TestSetup;

describe.skipIf(!hasPostgres)('a projection in PostgreSQL', () => {
  beforeEach(async () => {
    setup = await openTestSetup();
  });

  afterEach(() => setup.remove());

  it('refuses a block that does not follow the newest stored one, and takes the one that does', async () => {
    await mineTraffic(setup.testChain.chain, 1);
    const { chain } = setup.testChain;
    const [genesis, first, second] = [0, 1, 2].map((height) => chain.view.locateBlock(height)!);
    const writer = new TableWriter(
      new PostgresWritingEngine({ url: setup.database.url, chainId: chain.network.chainId }),
    );
    await writer.run({ type: 'open', isDamaged: false });
    const append = (block: LocatedBlock) => writer.run({ type: 'append', blocks: [block], isLast: true });
    await append(genesis!);
    await expect(append(second!)).rejects.toMatchObject({ code: 'damaged' });
    expect((await append(first!)).tip?.height).toBe(1);
    await writer.run({ type: 'close' });
  });

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

  it('is in state error when the server ends its connections, and recovers by itself', async () => {
    const projection = setup.start();
    await caughtUp(projection);
    await setup.database.sql(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await mineTraffic(setup.testChain.chain, 1);
    await caughtUp(projection);
    await setup.expectLikeModel(projection);
    expect(setup.log.join('')).toContain('the projection failed: ');
    await projection.close();
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

  it('publishes the state of the node to replicas', async () => {
    const projection = setup.start({ publishMs: 10 });
    await caughtUp(projection);
    const stateOf = async (): Promise<unknown> =>
      (await setup.database.sql('SELECT index_state, target_height, syncing, ready FROM cairn.node'))[0];
    await expect
      .poll(stateOf)
      .toEqual({ index_state: 'ready', target_height: 0, syncing: false, ready: true });
    await projection.close();
  });
});
