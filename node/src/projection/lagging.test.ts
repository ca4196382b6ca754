import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mineTestBlock, openTestChain, stepBack, type TestChain } from '../chain/test-support.ts';
import { Projection, type Pause, type ProjectedChain, type ProjectionStore } from './projection.ts';
import { createSqliteStore } from './index.ts';
import { ProjectionError, type WriterCommand, type WriterResult } from './store.ts';
import { blocksOf, expectLikeModel, until } from './test-support.ts';

let testChain: TestChain;
let projection: Projection;
let log: string[];
/** Every change waits for it. */
let gate: Promise<void>;
let openGate: () => void;
/** True while a change waits. */
let isWaiting: boolean;
/** Of the store's next changes and queries. */
let fault: ProjectionError | undefined;
/** The pauses before retries so far, in milliseconds. */
let pauses: number[];
/** Ends the pause in progress; `undefined` without one. */
let endPause: (() => void) | undefined;

function closeGate(): void {
  ({ promise: gate, resolve: openGate } = Promise.withResolvers<void>());
}

/** Lets the change in progress end, and waits for the next one. */
async function letOneThrough(): Promise<void> {
  await until(() => isWaiting);
  isWaiting = false;
  const open = openGate;
  closeGate();
  open();
  await until(() => isWaiting);
}

/** A real store that the test can delay, and let fail. */
function slowStore(): ProjectionStore {
  const path = testChain.dataDirectory.projection;
  const { writer, engine } = createSqliteStore({ path, chainId: testChain.chain.network.chainId });
  const run = async (command: WriterCommand): Promise<WriterResult> => {
    if (command.type !== 'change') return writer.run(command);
    if (fault !== undefined) throw fault;
    isWaiting = true;
    await gate;
    isWaiting = false;
    return writer.run(command);
  };
  const ask: typeof engine.ask = async (question, parameters) => {
    if (fault !== undefined) throw fault;
    return engine.ask(question, parameters);
  };
  return {
    writer: { run, close: () => writer.close() },
    engine: { dialect: engine.dialect, ask, close: () => engine.close() },
  };
}

/** Lasts until the test or the closing projection ends it. */
const pause: Pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    pauses.push(milliseconds);
    endPause = () => {
      endPause = undefined;
      resolve();
    };
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

function start(chain: ProjectedChain = testChain.chain): void {
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  projection = new Projection({ chain, createStore: slowStore, logger, pause });
}

/** The blocks of a new chain, from height 1: some of another chain, and new ones on top. */
async function branch(base: readonly Uint8Array[], count: number, miner: number): Promise<Uint8Array[]> {
  const other = await openTestChain();
  for (const block of base) await other.chain.appendBlock(block);
  for (let mined = 0; mined < count; mined += 1) await mineTestBlock(other.chain, [], { miner });
  const [, ...blocks] = await blocksOf(other);
  await other.remove();
  return blocks;
}

/** Replaces the blocks above a height by those of a branch, as one change of the chain. */
async function switchTo(blocks: readonly Uint8Array[], commonHeight: number): Promise<void> {
  const next = blocks.slice(commonHeight).values();
  await testChain.chain.replaceAbove(commonHeight, async () => next.next().value);
}

function state(): string {
  const { state: name, indexedHeight, targetHeight } = projection.status();
  return `${name} ${indexedHeight}/${targetHeight}`;
}

beforeEach(async () => {
  testChain = await openTestChain();
  log = [];
  fault = undefined;
  pauses = [];
  endPause = undefined;
  isWaiting = false;
  closeGate();
  openGate();
  start();
  await until(() => state() === 'ready 0/0');
});

afterEach(async () => {
  fault = undefined;
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

/** Fails unless the projection follows the chain to this state without a failure. */
async function expectFollowed(reached: string): Promise<void> {
  openGate();
  await until(() => state() === reached);
  await expectLikeModel(testChain, { projection, log, ready: () => Promise.resolve() });
  expect(log.join('')).not.toMatch(/failed|rebuilt/);
}

describe('a projection has only blocks of the chain after', () => {
  it('a reorganization during the change that writes the blocks that left: it is not ready with them', async () => {
    const first = await branch([], 2, 1);
    const second = await branch(first.slice(0, 1), 2, 2);
    await switchTo(first.slice(0, 1), 0);
    await until(() => state() === 'ready 1/1');
    closeGate();
    await switchTo(first, 1);
    await switchTo(second, 1);
    expect(state()).toBe('ready 1/3');
    await letOneThrough();
    expect(state()).toBe('building 2/3');
    await expectFollowed('ready 3/3');
  });

  it('two reorganizations, one of them during a change', async () => {
    const first = await branch([], 4, 1);
    const second = await branch(first.slice(0, 1), 4, 2);
    const third = await branch(second.slice(0, 2), 4, 3);
    await switchTo(first.slice(0, 1), 0);
    await until(() => state() === 'ready 1/1');
    closeGate();
    await switchTo(first, 1);
    await switchTo(second, 1);
    await letOneThrough();
    await switchTo(third, 2);
    await expectFollowed('ready 6/6');
  });

  it('a reorganization while it steps back after its start', async () => {
    const first = await branch([], 5, 1);
    const second = await branch(first.slice(0, 1), 5, 2);
    const third = await branch(second.slice(0, 3), 4, 3);
    await switchTo(first, 0);
    await until(() => state() === 'ready 5/5');
    await projection.close();
    await switchTo(second, 1);
    closeGate();
    start();
    await until(() => isWaiting);
    await switchTo(third, 3);
    await letOneThrough();
    await expectFollowed('ready 7/7');
  });
});

const DISK_GONE = new ProjectionError('storage_failed', 'the disk is gone');

async function failQuery(): Promise<void> {
  fault = DISK_GONE;
  await expect(projection.reader()!.totals()).rejects.toThrow(fault);
}

/** The states from now on, each change of them, until a condition holds. */
async function statesUntil(condition: () => boolean): Promise<string[]> {
  const states: string[] = [];
  for (let isLast = false; !isLast; await setImmediate()) {
    isLast = condition();
    if (state() !== states.at(-1)) states.push(state());
  }
  return states;
}

const isPausing = (): boolean => endPause !== undefined;

describe('the state of a projection is error', () => {
  it('after a query has failed, until its tables are open again and up to date', async () => {
    closeGate();
    await mineTestBlock(testChain.chain);
    await until(() => isWaiting);
    await failQuery();
    fault = undefined;
    openGate();
    // The change in progress succeeds, which does not end the failure.
    expect(await statesUntil(isPausing)).toEqual(['error 0/1', 'error 1/1']);
    closeGate();
    await mineTestBlock(testChain.chain);
    endPause!();
    expect(await statesUntil(() => isWaiting)).toEqual(['error 1/2']);
    openGate();
    await until(() => state() === 'ready 2/2');
    expect(pauses).toEqual([1_000]);
  });

  it('after a change has failed, also while the chain takes blocks without a pause; closing it does not wait for the chain', async () => {
    await projection.close();
    await mineTestBlock(testChain.chain);
    const { chain } = testChain;
    const idle = (): Promise<void> => new Promise(() => undefined);
    fault = DISK_GONE;
    start({
      network: chain.network,
      tip: () => chain.tip(),
      subscribe: (listener) => chain.subscribe(listener),
      locateBlock: (height) => chain.locateBlock(height),
      idle,
    });
    await until(() => state() === 'error 0/1');
    await projection.close();
    expect(projection.reader()).toBeUndefined();
  });
});

it('a projection that fails again and again retries after twice the time each, at most after a minute; then after a second', async () => {
  fault = DISK_GONE;
  await mineTestBlock(testChain.chain);
  for (let failure = 1; failure <= 8; failure += 1) {
    await until(() => pauses.length === failure);
    endPause!();
  }
  await until(() => pauses.length === 9);
  expect(pauses.map((milliseconds) => milliseconds / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  fault = undefined;
  endPause!();
  await until(() => state() === 'ready 1/1');
  await failQuery();
  await until(() => pauses.length === 10);
  expect(pauses.at(-1)).toBe(1_000);
});
