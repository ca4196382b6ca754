import { createHash } from 'node:crypto';
import { encodeAddress, signTransaction, type Transaction } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, mineTestBlock, stepBack, transfer } from '../../src/chain/test-support.ts';
import type { Projection } from '../../src/projection/index.ts';
import { ProjectionModel } from '../../src/projection/model-test-support.ts';
import type { LocatedBlock } from '../../src/chain/chain-types.ts';
import { TableWriter } from '../../src/projection/table-writer.ts';
import { blocksOf, mineTraffic, until } from '../../src/projection/test-support.ts';
import { PostgresWritingEngine } from '../writing-engine.ts';
import { hasPostgres } from './databases.ts';
import { caughtUp, openTestSetup, type TestSetup } from './test-projection.ts';

let setup: TestSetup;

/** Payments of a few different values to new addresses, so that many addresses have equal balances. */
function payments(first: number, count: number): Transaction[] {
  const sender = ACCOUNTS[1]!;
  return Array.from({ length: count }, (_, index) => {
    const hash = createHash('sha256')
      .update(String(first + index))
      .digest();
    const toAddress = encodeAddress(hash.subarray(0, 20), DEVNET);
    const value = 1_000n + BigInt(index % 7);
    const nonce = first + index + 1;
    const fromAddress = sender.address;
    return signTransaction(
      { chain: DEVNET.chainId, nonce, fee: 1n, value, fromAddress, toAddress },
      sender.privateKey,
    );
  });
}

/** Fails unless every page of the ranking matches the blocks, including pages across its middle and its end. */
async function expectRanking(projection: Projection): Promise<void> {
  const whole = await new ProjectionModel(await blocksOf(setup.testChain)).addresses({
    offset: 0,
    limit: 100_000,
  });
  const reader = projection.reader()!;
  const items: unknown[] = [];
  for (let offset = 0; offset < whole.total; offset += 100) {
    items.push(...(await reader.addresses({ offset, limit: 100 })).items);
  }
  expect(items).toEqual(whole.items);
  expect((await reader.addresses({ offset: whole.total, limit: 100 })).items).toEqual([]);
  for (const offset of [Math.floor(whole.total / 2) - 1, Math.ceil(whole.total / 2), whole.total - 3]) {
    const { items: page } = await reader.addresses({ offset, limit: 7 });
    expect(page).toEqual(whole.items.slice(offset, offset + 7));
  }
}

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

  it('pages through a long ranking from its nearer end', async () => {
    const { chain } = setup.testChain;
    await mineTestBlock(chain, payments(0, 500));
    const projection = setup.start();
    await caughtUp(projection);
    await expectRanking(projection);
    await mineTestBlock(chain, payments(500, 500));
    await caughtUp(projection);
    await expectRanking(projection);
    await stepBack(chain);
    await caughtUp(projection);
    await expectRanking(projection);
    await projection.close();
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
