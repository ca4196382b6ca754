import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mineTestBlock, openTestChain, stepBack, type TestChain } from '../chain/test-support.ts';
import { Projection, type ProjectionStore } from './projection.ts';
import { createSqliteStore } from './index.ts';
import type { WriterCommand, WriterResult } from './store.ts';
import { expectLikeModel, until } from './test-support.ts';

let testChain: TestChain;
let projection: Projection;
let log: string[];
/** Every change with new blocks waits for it. */
let gate: Promise<void>;
let openGate: () => void;

function closeGate(): void {
  ({ promise: gate, resolve: openGate } = Promise.withResolvers<void>());
}

/** A real store whose writer the test can delay. */
function slowStore(): ProjectionStore {
  const path = testChain.dataDirectory.projection;
  const { writer, engine } = createSqliteStore({ path, chainId: testChain.chain.network.chainId });
  const run = async (command: WriterCommand): Promise<WriterResult> => {
    if (command.type === 'change' && command.blocks.length > 0) await gate;
    return writer.run(command);
  };
  return { writer: { run, close: () => writer.close() }, engine };
}

function state(): string {
  const { state: name, indexedHeight, targetHeight } = projection.status();
  return `${name} ${indexedHeight}/${targetHeight}`;
}

beforeEach(async () => {
  testChain = await openTestChain();
  log = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  closeGate();
  openGate();
  projection = new Projection({
    chain: testChain.chain,
    createStore: slowStore,
    logger,
    retryMs: 20,
  });
  await until(() => state() === 'ready 0/0');
});

afterEach(async () => {
  openGate();
  await projection.close();
  await testChain.remove();
});

it('a projection stays ready a few blocks behind, is building beyond that, and ready once it has caught up', async () => {
  closeGate();
  const seen: string[] = [];
  for (let height = 1; height <= 5; height += 1) {
    await mineTestBlock(testChain.chain);
    seen.push(state());
  }
  expect(seen).toEqual(['ready 0/1', 'ready 0/2', 'ready 0/3', 'building 0/4', 'building 0/5']);
  expect((await projection.reader()!.totals())!.height).toBe(0);
  openGate();
  await until(() => state() === 'ready 5/5');
  await expectLikeModel(testChain, { projection, log, ready: () => Promise.resolve() });
});

it('a projection continues with other blocks if those that it was about to read are gone', async () => {
  closeGate();
  const { chain } = testChain;
  for (let height = 1; height <= 3; height += 1) await mineTestBlock(chain, [], { miner: 1 });
  for (let height = 3; height >= 1; height -= 1) await stepBack(chain);
  for (let height = 1; height <= 2; height += 1) await mineTestBlock(chain, [], { miner: 2 });
  openGate();
  await until(() => state() === 'ready 2/2');
  await expectLikeModel(testChain, { projection, log, ready: () => Promise.resolve() });
  expect(log.join('')).not.toContain('failed');
});
