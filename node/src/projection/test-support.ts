/** For tests only: a projection of a real chain in a real SQLite file. */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { encodeAddress } from '@cairn/protocol';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import type { Chain } from '@cairn/chain';
import { type TestChain } from '../home/test-support.ts';
import { ACCOUNTS, blocksOf, DEVNET, mineTestBlock, transfer } from '@cairn/chain/test-support';
import {
  type Pause,
  Projection,
  type ProjectionStore,
  toProjectionError,
  type WriterCommand,
  type WriterResult,
} from '@cairn/chain/projection';
import { createSqliteWriter, SqliteReadingEngine, type SqliteFile } from './sqlite/engine.ts';
import { ProjectionModel, readEverything } from './model-test-support.ts';

export interface TestProjection {
  readonly projection: Projection;
  /** Everything that was logged, one JSON line each. */
  readonly log: string[];
  /** Resolves when it has caught up with the chain. */
  ready(): Promise<void>;
}

/** Retries 50 times sooner, so that tests do not wait for seconds. */
export const pauseBriefly: Pause = (milliseconds, signal) =>
  sleep(milliseconds / 50, undefined, { signal }).catch(() => undefined);

/** A valid address without transactions. */
export const UNKNOWN_ADDRESS = encodeAddress(new Uint8Array(20).fill(7), DEVNET);

/** A real store whose writer works in this thread: one of its own takes a quarter of a second to start. */
export function createStoreHere(file: SqliteFile): ProjectionStore {
  const writer = createSqliteWriter(file);
  const run = (command: WriterCommand): Promise<WriterResult> =>
    writer.run(command).catch((error: unknown) => {
      throw toProjectionError(error);
    });
  const close = async (): Promise<void> => void (await run({ type: 'close' }));
  return { writer: { run, close }, engine: new SqliteReadingEngine(file.path) };
}

/** Starts the projection of a chain in its data directory. @param file what differs from that of a node, at each start */
export function startTestProjection(
  { chain, dataDirectory }: Pick<TestChain, 'chain' | 'dataDirectory'>,
  file: () => Partial<SqliteFile> = () => ({}),
): TestProjection {
  const log: string[] = [];
  const setup = { path: dataDirectory.projection, chainId: chain.network.chainId };
  const projection = new Projection({
    chain,
    logger: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
    pause: pauseBriefly,
    createStore: () => createStoreHere({ ...setup, ...file() }),
  });
  const ready = (): Promise<void> =>
    until(() => {
      const { state, indexedHeight, targetHeight } = projection.status();
      return state === 'ready' && indexedHeight === targetHeight;
    });
  return { projection, log, ready };
}

/** The states from now on, each once, until a projection has caught up with its chain. */
export async function statesUntilReady({
  projection,
}: Pick<TestProjection, 'projection'>): Promise<string[]> {
  const states = new Set<string>();
  for (let isReady = false; !isReady; await setImmediate()) {
    const { state, indexedHeight, targetHeight } = projection.status();
    states.add(state);
    isReady = state === 'ready' && indexedHeight === targetHeight;
  }
  return [...states];
}

/** Polls a condition, because durations are unpredictable under load. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await condition()).toBe(true), { interval: 5, timeout: 60_000 });
}

/** Fails unless the projection answers every query like the model of the chain's blocks. */
export async function expectLikeModel(
  testChain: TestChain,
  { projection }: Pick<TestProjection, 'projection'>,
): Promise<void> {
  await expectLikeModelOf(await blocksOf(testChain), projection);
}

export async function expectLikeModelOf(
  blocks: readonly Uint8Array[],
  projection: Projection,
): Promise<void> {
  const model = new ProjectionModel(blocks);
  const addresses = [...model.allAddresses(), UNKNOWN_ADDRESS];
  const reader = projection.reader()!;
  const limit = 20; // two pages of the longest lists
  expect(await readEverything(reader, addresses, limit)).toEqual(
    await readEverything(model, addresses, limit),
  );
}

/**
 * Mines blocks with transfers of every kind: several in a block, to oneself, there and back.
 * @param variation calls with different numbers mine different blocks
 */
export async function mineTraffic(chain: Chain, rounds: number, variation = 0): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = [1, 2].map((index) => chain.view.account(ACCOUNTS[index]!.address)!.nonce + 1);
    await mineTestBlock(chain, [
      transfer({ from: 1, to: 2, nonce: first!, value: BigInt(5 + first! + variation), fee: 3n }),
      transfer({ from: 2, to: 1, nonce: second!, value: 5n }),
      transfer({ from: 1, to: 1, nonce: first! + 1, value: 7n, fee: 2n }),
    ]);
    await mineTestBlock(chain, [], { miner: second! % 3 });
  }
}
