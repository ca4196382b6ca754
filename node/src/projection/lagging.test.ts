import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { extend, GeneratedChain } from './chain-test-support.ts';
import {
  type Pause,
  Projection,
  ProjectionError,
  type ProjectionStore,
  type WriterCommand,
  type WriterResult,
} from '@cairn/chain/projection';
import { createStoreHere, expectLikeModelOf, until } from './test-support.ts';
import { temporaryFolder } from '../home/folder-test-support.ts';

let folder: string;
let path: string;
let chain: GeneratedChain;
/** The blocks of the chain. */
let blocks: readonly Uint8Array[];
let projection: Projection;
let log: string[];
/** Every append waits for it. */
let gate: Promise<void>;
let openGate: () => void;
/** The writer tells of what it has written once it is over. */
let silence: Promise<void>;
/** True while an append waits. */
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

/** Lets the command in progress end, and waits for the next one. */
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
  const { writer, engine } = createStoreHere({ path, chainId: chain.network.chainId });
  const run = async (command: WriterCommand): Promise<WriterResult> => {
    if (command.type === 'open' || command.type === 'close') return writer.run(command);
    if (fault !== undefined) throw fault;
    isWaiting = true;
    await gate;
    isWaiting = false;
    const result = await writer.run(command);
    await silence;
    return result;
  };
  const ask: typeof engine.ask = async (question, parameters) => {
    if (fault !== undefined) throw fault;
    return engine.ask(question, parameters);
  };
  return {
    writer: { run, close: (last) => writer.close(last) },
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

function start(): void {
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  projection = new Projection({ chain, createStore: slowStore, logger, pause });
}

/** The chain switches to a branch. */
function switchTo(branch: readonly Uint8Array[], commonHeight: number): void {
  blocks = branch;
  chain.switchTo(commonHeight, branch.slice(commonHeight + 1));
}

function mine(): void {
  switchTo(extend(blocks, 1), blocks.length - 1);
}

function state(): string {
  const { state: name, indexedHeight, targetHeight } = projection.status();
  return `${name} ${indexedHeight}/${targetHeight}`;
}

beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, 'explorer.sqlite');
  chain = new GeneratedChain(join(folder, 'blocks'));
  switchTo(extend([], 1), -1);
  log = [];
  fault = undefined;
  pauses = [];
  endPause = undefined;
  isWaiting = false;
  silence = Promise.resolve();
  closeGate();
  openGate();
  start();
  await until(() => state() === 'ready 0/0');
});

afterEach(async () => {
  fault = undefined;
  openGate();
  await projection.close();
});

it('a projection stays ready a few blocks behind, is building beyond that, and ready once it has caught up', async () => {
  closeGate();
  const seen: string[] = [];
  for (let height = 1; height <= 5; height += 1) {
    mine();
    seen.push(state());
  }
  expect(seen).toEqual(['ready 0/1', 'ready 0/2', 'ready 0/3', 'building 0/4', 'building 0/5']);
  expect((await projection.reader()!.totals())!.height).toBe(0);
  await expectFollowed('ready 5/5');
});

/** Fails unless the projection follows the chain to this state without a failure. */
async function expectFollowed(reached: string): Promise<void> {
  openGate();
  await until(() => state() === reached);
  await expectLikeModelOf(blocks, projection);
  expect(log.join('')).not.toMatch(/failed|rebuilt/);
}

describe('a projection follows the chain after', () => {
  it('a reorganization during the change that writes the blocks that left: it is not ready with them', async () => {
    const base = extend(blocks, 1);
    switchTo(base, 0);
    await until(() => state() === 'ready 1/1');
    closeGate();
    switchTo(extend(base, 1, 1), 1);
    await until(() => isWaiting);
    switchTo(extend(base, 2, 2), 1);
    expect(state()).toBe('ready 1/3');
    await letOneThrough();
    expect(state()).toBe('building 2/3');
    await expectFollowed('ready 3/3');
  });

  it('a reorganization to a shorter chain', async () => {
    const base = extend(blocks, 2);
    switchTo(extend(base, 3), 0);
    await until(() => state() === 'ready 5/5');
    switchTo(base, 2);
    expect(state()).toBe('building 5/2');
    await expectFollowed('ready 2/2');
  });

  it('reorganizations in the middle of the change that follows another one', async () => {
    const genesis = blocks;
    switchTo(extend(genesis, 5, 1), 0);
    await until(() => state() === 'ready 5/5');
    await projection.close();
    const second = extend(genesis, 8, 2);
    switchTo(second, 0);
    closeGate();
    start();
    await until(() => isWaiting);
    await letOneThrough();
    switchTo(extend(second.slice(0, 3), 2, 3), 2);
    await letOneThrough();
    switchTo(extend(genesis, 6, 4), 0);
    await expectFollowed('ready 6/6');
  });

  it('a deep reorganization, of which nobody sees a part', async () => {
    const base = extend(blocks, 10);
    const old = extend(base, 1_030, 1);
    switchTo(old, 0);
    await until(() => state() === 'ready 1040/1040');
    const database = new Database(path, { readonly: true });
    const tip = database.prepare('SELECT height, lower(hex(block_id)) AS id FROM state');
    const seen = new Set<string>();
    const tips = [chain.tip()];
    switchTo(extend(base, 1_031, 2), 10);
    tips.push(chain.tip());
    for (; state() !== 'ready 1041/1041'; await setImmediate()) {
      seen.add(JSON.stringify(tip.get()));
      expect(state()).toBeOneOf(['building 1040/1041', 'building 1041/1041', 'ready 1041/1041']);
    }
    database.close();
    const allowed = tips.map(({ height, id }) => JSON.stringify({ height, id }));
    expect(allowed).toEqual(expect.arrayContaining([...seen]));
    expect(await projection.reader()!.totals()).toMatchObject({ transactions: 1_042, block_id: tips[1]!.id });
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
    mine();
    await until(() => isWaiting);
    await failQuery();
    fault = undefined;
    openGate();
    // The change in progress succeeds, which does not end the failure.
    expect(await statesUntil(isPausing)).toEqual(['error 0/1', 'error 1/1']);
    closeGate();
    mine();
    endPause!();
    expect(await statesUntil(() => isWaiting)).toEqual(['error 1/2']);
    openGate();
    await until(() => state() === 'ready 2/2');
    expect(pauses).toEqual([1_000]);
  });
});

it('a block that readers have before its writer tells of it is the newest known one from then on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  silence = promise;
  mine();
  await until(async () => (await projection.reader()!.totals())!.height === 1);
  const known = state();
  resolve();
  expect(known).toBe('ready 1/1');
});

it('a projection that fails again and again retries after twice the time each, at most after a minute; then after a second', async () => {
  fault = DISK_GONE;
  mine();
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
