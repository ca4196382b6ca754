import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeAddress, signTransaction, type Transaction } from '@cairn/protocol';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCOUNTS,
  DEVNET,
  mineTestBlock,
  openTestChain,
  transfer,
  type TestChain,
} from '../../src/chain/test-support.ts';
import { startPostgresProjection } from '../../src/projection/postgres/start-projection.ts';
import { legible, ProjectionModel, readEverything } from '../../src/projection/test-model.ts';
import { blocksOf, mineTraffic, UNKNOWN_ADDRESS, until } from '../../src/projection/test-support.ts';
import { createDatabase, hasPostgres, type TestDatabase } from './databases.ts';

type Started = ReturnType<typeof startPostgresProjection>;

let testChain: TestChain;
let database: TestDatabase;
let log: string[];

function start(): Started {
  return startPostgresProjection({
    chain: testChain.chain,
    url: database.url,
    logger: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
    retryMilliseconds: 20,
  });
}

function level(projection: Started): Promise<void> {
  return until(() => {
    const { state, indexedHeight, targetHeight } = projection.status();
    return state === 'ready' && indexedHeight === targetHeight;
  });
}

/** Fails unless the database answers every question as the model of the chain's blocks does. */
async function expectTwin(projection: Started): Promise<void> {
  const model = new ProjectionModel(await blocksOf(testChain));
  const addresses = [...model.allAddresses(), UNKNOWN_ADDRESS];
  for (const limit of [100, 7]) {
    expect(await readEverything(legible(projection.reader()!), addresses, limit)).toEqual(
      await readEverything(model, addresses, limit),
    );
  }
}

/** Payments of nearly the same values to addresses that nobody named before, so that all of them go into one place. */
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

/** Fails unless every page of the ranking is as the blocks say, and a page in its middle alone. */
async function expectRanking(projection: Started): Promise<void> {
  const whole = await new ProjectionModel(await blocksOf(testChain)).addresses({ offset: 0, limit: 100_000 });
  const reader = legible(projection.reader()!);
  const items: unknown[] = [];
  for (let offset = 0; offset < whole.total; offset += 100) {
    items.push(...(await reader.addresses({ offset, limit: 100 })).items);
  }
  expect(items).toEqual(whole.items);
  expect((await reader.addresses({ offset: whole.total, limit: 100 })).items).toEqual([]);
  expect((await reader.addresses({ offset: 777, limit: 2 })).items).toEqual(whole.items.slice(777, 779));
}

describe.skipIf(!hasPostgres)('a projection in PostgreSQL', () => {
  beforeEach(async () => {
    log = [];
    [testChain, database] = await Promise.all([openTestChain(), createDatabase()]);
  });

  afterEach(async () => {
    await testChain.remove();
    await database.giveBack();
  });

  it('answers as the blocks say: after a backfill, block by block, and after steps back', async () => {
    await mineTraffic(testChain.chain, 6);
    const projection = start();
    await level(projection);
    await expectTwin(projection);
    await mineTraffic(testChain.chain, 2, 1);
    await level(projection);
    await expectTwin(projection);
    for (let step = 0; step < 5; step += 1) await testChain.chain.stepBack();
    await level(projection);
    await expectTwin(projection);
    await mineTraffic(testChain.chain, 1, 2);
    await level(projection);
    await expectTwin(projection);
    await projection.close();
    expect(log.filter((line) => /failed|made anew/.test(line))).toEqual([]);
  });

  it('keeps a ranking of thousands, whose runs are cut and joined', { timeout: 60_000 }, async () => {
    const { chain } = testChain;
    await mineTestBlock(chain, payments(0, 1_500));
    const projection = start();
    await level(projection);
    await expectRanking(projection);
    await mineTestBlock(chain, payments(1_500, 1_500));
    await level(projection);
    await expectRanking(projection);
    await chain.stepBack();
    await level(projection);
    await expectRanking(projection);
    const sizes = await database.sql<{ size: number }>('SELECT size FROM cairn.ranking_buckets');
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBe(1_510);
    await projection.close();
  });

  it('goes on from where another node stopped, which held the lease until then', async () => {
    await mineTraffic(testChain.chain, 2);
    const first = start();
    await level(first);
    const second = start();
    await until(() => second.status().state === 'error');
    expect(log.join('')).toContain('another node writes this database');
    await first.close();
    await mineTestBlock(testChain.chain, [transfer({ from: 3, to: 4, nonce: 1 })]);
    await level(second);
    await expectTwin(second);
    await second.close();
  });

  it('is in error while the server ends its connections, and recovers by itself', async () => {
    const projection = start();
    await level(projection);
    await database.sql(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await mineTraffic(testChain.chain, 1);
    await level(projection);
    await expectTwin(projection);
    expect(log.join('')).toContain('the projection failed: ');
    await projection.close();
  });

  it('leaves a database of another network alone', async () => {
    const first = start();
    await level(first);
    await first.close();
    await database.sql('UPDATE cairn.state SET chain_id = 99');
    const second = start();
    await until(() => second.status().state === 'error');
    await sleep(50);
    expect(log.join('')).toContain('the database holds chain 99, not 3: name another database');
    expect(await database.sql('SELECT height FROM cairn.state')).toEqual([{ height: 0 }]);
    await second.close();
  });

  it('tells replicas where the node stands', async () => {
    const projection = start();
    await level(projection);
    const stateOf = async (): Promise<unknown> =>
      (await database.sql('SELECT index_state, target_height, syncing, ready FROM cairn.node'))[0];
    await expect
      .poll(stateOf)
      .toEqual({ index_state: 'ready', target_height: 0, syncing: false, ready: true });
    await projection.close();
  });
});
