/** For tests only: the Explorer API over a real chain, with a real projection or none. */
import { expect } from 'vitest';
import { pino } from 'pino';
import { VERSION } from '@cairn/http/version';
import { send, withChanges, type TestRequest, type TestResponse } from '@cairn/http/test-support';
import { type Chain, DISABLED_INDEX, type IndexStatus } from '@cairn/chain';
import { FeeEstimator } from '@cairn/chain/explorer';
import { inMemory, memoryStore } from '@cairn/chain/memory';
import { DEVNET, openTestChain, type TestChain } from '@cairn/chain/test-support';
import Database from 'better-sqlite3';
import { Projection, type ProjectionStore } from '@cairn/chain/projection';
import { pauseBriefly, until } from '../projection/test-support.ts';
import type { ExplorerContext } from './context.ts';
import { ChainReader, type EventLimits } from '@cairn/chain/explorer';
import { startExplorerApi } from './server.ts';

export interface TestExplorer {
  readonly url: string;
  /** For other servers of it. */
  readonly context: ExplorerContext;
  readonly testChain: Pick<TestChain, 'chain'>;
  /** The node's state; tests change it. */
  readonly node: { syncing: boolean; ready: boolean };
  /** The projection's state; tests change it. */
  readonly projection: { status: IndexStatus };
  /** The logged JSON lines. */
  readonly log: string[];
  get(path: string, request?: TestRequest): Promise<TestResponse>;
  /** The JSON body of a success; fails the test otherwise. */
  json<Body = Record<string, unknown>>(path: string): Promise<Body>;
  close(): Promise<void>;
}

/** Parts that a test may replace: of the context, and of its reader. */
export interface TestParts extends Omit<ExplorerContext, 'chain' | 'reader' | 'index'> {
  readonly chain: Chain;
  /** By default none. */
  index?(): ReturnType<ExplorerContext['index']>;
}

/**
 * @param changes returns replacements for some of the real parts
 * @param testChain closed with the server; a new one in memory by default
 */
export async function startTestExplorer(
  changes: (parts: TestParts) => Partial<TestParts> = () => ({}),
  testChain?: Pick<TestChain, 'chain' | 'close'>,
  eventLimits?: EventLimits,
): Promise<TestExplorer> {
  const { chain, close } = testChain ?? (await openTestChain());
  const log: string[] = [];
  const node = { syncing: false, ready: true };
  const projection = { status: DISABLED_INDEX };
  const real: TestParts = {
    network: chain.network,
    version: VERSION,
    chain,
    nodeState: () => node,
    indexStatus: () => projection.status,
    logger: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
  };
  const parts = { ...real, ...changes(real) };
  const fees = new FeeEstimator();
  const context: ExplorerContext = {
    index: () => undefined,
    ...parts,
    reader: (request) => new ChainReader(parts.chain, fees, request),
  };
  const server = await startExplorerApi(context, { host: '127.0.0.1', port: 0 }, eventLimits);
  return {
    url: server.url,
    context,
    testChain: { chain },
    node,
    projection,
    log,
    get: (path, request) => send(server.url, path, request),
    json: async <Body>(path: string) => {
      const { status, headers, text } = await send(server.url, path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'application/json']);
      return JSON.parse(text) as Body;
    },
    close: async () => {
      await server.close();
      await close();
    },
  };
}

export interface IndexedExplorer extends TestExplorer {
  /** The tables of the index. */
  readonly tables: () => Database.Database;
  /** Resolves when the index has caught up with the chain. */
  caughtUp(): Promise<void>;
  /** From now on no change of the index begins, until `resumeIndex`. */
  pauseIndex(): void;
  resumeIndex(): void;
}

/** The Explorer API over a real chain and a real projection in memory, which the test can pause. */
export async function startIndexedExplorer(): Promise<IndexedExplorer> {
  let gate = Promise.resolve();
  let resumeIndex = (): void => undefined;
  const testChain = await openTestChain();
  const { chain, home } = testChain;
  const blocks = await home.openLog(DEVNET);
  let tables: Database.Database;
  const createStore = (): ProjectionStore => {
    const { writer, engine } = memoryStore(
      inMemory(() => (tables = new Database(':memory:'))),
      DEVNET.chainId,
      ({ offset, size }) => blocks.read({ file: 0, offset }, size),
    );
    const run: typeof writer.run = async (command) => {
      if (command.type !== 'open') await gate;
      return writer.run(command);
    };
    return { writer: withChanges(writer, { run }), engine };
  };
  const index = new Projection({ chain, createStore, pause: pauseBriefly, logger: silent });
  const explorer = await startTestExplorer(
    () => ({ indexStatus: () => index.status(), index: () => index.reader() }),
    testChain,
  );
  return {
    ...explorer,
    tables: () => tables,
    caughtUp: () =>
      until(() => {
        const { state, indexedHeight } = index.status();
        return state === 'ready' && indexedHeight === chain.tip().height;
      }),
    pauseIndex: () => {
      ({ promise: gate, resolve: resumeIndex } = Promise.withResolvers<void>());
    },
    resumeIndex: () => resumeIndex(),
    close: async () => {
      resumeIndex();
      await index.close();
      await explorer.close();
    },
  };
}

const silent = pino({ level: 'silent' });
