/** For tests only: the Explorer API of a replica over a database that a real projection of a test's chain fills. */
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from '@cairn/http';
import type { Network } from '@cairn/protocol';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import type { BlockPlace, ChainEvent, ChainReader, ChainTip } from '../../src/chain/chain-reader.ts';
import type { TestChain } from '../../src/chain/test-support.ts';
import type { ExplorerContext, ExplorerReader } from '../../src/explorer-api/index.ts';
import type { EventLimits } from '../../src/explorer-api/events/event-hub.ts';
import { createExplorerServer, startExplorerApi } from '../../src/explorer-api/server.ts';
import type { TestParts } from '../../src/explorer-api/test-engine.ts';
import type * as TestEngine from '../../src/explorer-api/test-engine.ts';
import { FOLLOWER_PACE } from '../head-follower.ts';
import { openReplica, type Replica } from '../replica.ts';
import { send, withChanges } from '@cairn/http/test-support';
import { ProjectionError } from '../../src/projection/index.ts';
import type { ProjectedChain } from '../../src/projection/next-step.ts';
import { startPostgresProjection } from '../start-projection.ts';
import type * as ServedNodes from '../../test/explorer-rules/served-node.ts';
import { createDatabase } from './databases.ts';

/** Which server of the cluster a replica asks. */
export type ReadFrom = 'primary' | 'standby';

/** A standby is asked, and a node looks at itself, as often as tests are impatient. */
const PACE = { ...FOLLOWER_PACE, standbyMs: 10, retryMs: 5 };
const LOOK_MS = 10;
const PATIENCE_MS = 20_000;

/**
 * The engine of `startTestExplorer`: the chain goes into a database, and a replica answers from it. A test that puts
 * something in the place of the node's own chain or reader is about that node, and is served by one.
 */
export function serveFrom(server: ReadFrom, actual: typeof TestEngine): typeof TestEngine {
  const serveTestChain = async (
    given: TestParts,
    testChain: TestChain,
    limits?: EventLimits,
  ): Promise<RunningServer> => {
    const { chain } = testChain;
    if (given.chain !== chain || given.indexReader !== undefined) {
      return actual.serveTestChain(given, testChain, limits);
    }
    const database = await createDatabase();
    const { logger } = given;
    const nodeState = (): ReturnType<ExplorerContext['nodeState']> => given.nodeState();
    const indexStatus = (): ReturnType<ExplorerContext['indexStatus']> => given.indexStatus();
    const { url, readers } = database;
    const followed = new FollowedChain(chain);
    const projection = startPostgresProjection({
      chain: followed,
      url,
      logger: silent,
      nodeView: nodeState,
      lookMilliseconds: LOOK_MS,
    });
    const reading = { network: chain.network, database: readers[server], logger: silent, pace: PACE };
    // A replica that opened earlier would find no tables, and wait longer with each try.
    await until(() => projection.status().indexedHeight === heightOf(chain));
    const replica = openReplica(reading);
    // Node and index say what the test wants them to.
    const reader = withoutIndex(replica.context.reader);
    const context = { ...replica.context, reader, logger, nodeState, indexStatus };
    const level = async (): Promise<void> => {
      await until(() => followed.isFollowedUp() && projection.status().indexedHeight === heightOf(chain));
      if (followed.takeStepBack()) await database.replayed();
      await untilLevel(replica, chain);
    };
    const api = await serveLevel(level, context, limits);
    return {
      ...api,
      close: async () => {
        await level(); // a block that the test has just made is told before
        await api.close();
        await replica.close();
        await projection.close();
        await database.giveBack();
      },
    };
  };
  return { serveTestChain };
}

/** The same for the tests that ask a whole node: it fills a database, and a replica is asked in its place. */
export function servedFrom(server: ReadFrom, actual: typeof ServedNodes): typeof ServedNodes {
  const serveNode: typeof ServedNodes.serveNode = async (options) => {
    if (options?.index === false) return actual.serveNode(options);
    const database = await createDatabase();
    const node = await actual.serveNode({ ...options, database: database.url });
    const replica = openReplica({
      network: node.chain.network,
      database: database.readers[server],
      logger: silent,
      pace: PACE,
    });
    const api = await startExplorerApi(replica.context, ADDRESS);
    const get: typeof node.get = (target, request) => send(api.url, target, request);
    const json: typeof node.json = async (target) => {
      const { status, headers, text } = await get(target);
      expect([target, status, headers['content-type']]).toEqual([target, 200, 'application/json']);
      return JSON.parse(text) as never;
    };
    return {
      ...node,
      urls: { ...node.urls, explorer: api.url },
      get,
      json,
      level: () => untilLevel(replica, node.chain),
      remove: async () => {
        await api.close();
        await replica.close();
        await node.remove();
        await database.giveBack();
      },
    };
  };
  const serveSample = async (): Promise<ServedNodes.ServedNode> => actual.makeSample(await serveNode());
  return { ...actual, serveNode, serveSample };
}

/**
 * A chain that knows whether the projection has seen its newest state: a block that came and went again may be on its way
 * into the database although both show the same tip.
 */
class FollowedChain implements ProjectedChain {
  readonly network: Network;
  readonly #chain: Chain;
  #seen: string | undefined = 'nothing yet';
  #hasSteppedBack = false;

  constructor(chain: Chain) {
    this.network = chain.network;
    this.#chain = chain;
    chain.subscribe(({ type }) => (this.#hasSteppedBack ||= type === 'disconnected'));
  }

  tip(): ChainTip | undefined {
    return this.#chain.tip();
  }

  subscribe(listener: (event: ChainEvent) => void): () => void {
    return this.#chain.subscribe(listener);
  }

  /** The projection asks for what follows its newest block until there is nothing. */
  locateBlock(height: number): BlockPlace | undefined {
    const place = this.#chain.locateBlock(height);
    if (place === undefined && height === heightOf(this.#chain) + 1) this.#seen = this.#chain.tip()?.id;
    return place;
  }

  /** Whether it stepped back since the last time: a standby may still have to show what was taken back. */
  takeStepBack(): boolean {
    const hasSteppedBack = this.#hasSteppedBack;
    this.#hasSteppedBack = false;
    return hasSteppedBack;
  }

  isFollowedUp(): boolean {
    return this.#seen === this.#chain.tip()?.id;
  }
}

/** Such a node has no index to ask, whatever the test makes its status say. */
function withoutIndex(reader: ExplorerReader): ExplorerReader {
  const refuse = (): Promise<never> =>
    Promise.reject(new ProjectionError('storage_failed', 'this node has no index'));
  return withChanges(reader, {
    transactions: refuse,
    addresses: refuse,
    addressTransactions: refuse,
    totals: refuse,
  });
}

const silent = pino({ level: 'silent' });
const ADDRESS = { host: '127.0.0.1', port: 0 };

/** Serves a replica that answers each request only once it is level with the chain, because a test asks it at once. */
async function serveLevel(
  level: () => Promise<void>,
  context: ExplorerContext,
  limits: EventLimits | undefined,
): Promise<RunningServer> {
  const http = createExplorerServer(context, limits);
  const [take] = http.server.listeners('request') as [RequestListener];
  http.server.removeListener('request', take);
  http.server.on('request', (request, response) => void level().then(() => take(request, response)));
  return http.listen(ADDRESS);
}

/** Resolves when a replica shows the chain's tip and calls its index ready, or after some time. */
function untilLevel({ context }: Replica, chain: Pick<ChainReader, 'tip'>): Promise<void> {
  return until(() => isLevel(context, chain));
}

/** Resolves when a condition holds, or after some time. */
async function until(condition: () => boolean): Promise<void> {
  const start = performance.now();
  while (!condition() && performance.now() - start < PATIENCE_MS) await sleep(5);
}

function heightOf(chain: Pick<ChainReader, 'tip'>): number {
  return chain.tip()?.height ?? -1;
}

function isLevel(context: ExplorerContext, chain: Pick<ChainReader, 'tip'>): boolean {
  const { state, indexedHeight } = context.indexStatus();
  if (state === 'error') return false;
  const tip = chain.tip();
  if (tip === undefined) return indexedHeight === -1;
  return state === 'ready' && context.chain.tip()?.id === tip.id;
}
