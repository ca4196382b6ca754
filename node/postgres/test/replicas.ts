/** For tests only: the Explorer API of a replica, over a database that a projection fills from a test's chain. */
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from '@cairn/http';
import type { Network } from '@cairn/protocol';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Chain } from '../../src/chain/chain.ts';
import type { ChainEvent } from '../../src/chain/chain-types.ts';
import type { TestChain } from '../../src/chain/test-support.ts';
import type { ExplorerContext } from '../../src/explorer-api/index.ts';
import type { EventLimits } from '../../src/explorer-api/events/event-hub.ts';
import { createExplorerServer, startExplorerApi } from '../../src/explorer-api/server.ts';
import type { TestParts } from '../../src/explorer-api/serve-test-chain.ts';
import type * as TestServer from '../../src/explorer-api/serve-test-chain.ts';
import { openReplica, type Replica } from '../replica.ts';
import { send } from '@cairn/http/test-support';
import type { ProjectedChain } from '../../src/projection/index.ts';
import { startPostgresProjection } from '../projection.ts';
import type * as ServedNodes from '../../test/explorer-rules/served-node.ts';
import { createDatabase } from './databases.ts';

/** The server of the cluster that a replica reads. */
type ClusterServer = 'primary' | 'standby';

/** Short intervals, so that tests need not wait. */
const INTERVAL_MS = 10;
const TIMEOUT_MS = 20_000;

/**
 * A server for `startTestExplorer` that projects the chain into a database and answers from a replica. A test that
 * injects its own chain or reader gets a node.
 */
export function testServerOverReplica(server: ClusterServer, actual: typeof TestServer): typeof TestServer {
  const serveTestChain = async (
    given: TestParts,
    testChain: TestChain,
    limits?: EventLimits,
  ): Promise<RunningServer> => {
    const { chain } = testChain;
    if (given.chain !== chain || given.index !== undefined) {
      return actual.serveTestChain(given, testChain, limits);
    }
    const database = await createDatabase();
    const { logger, websiteUrl } = given;
    const nodeState = (): ReturnType<ExplorerContext['nodeState']> => given.nodeState();
    const indexStatus = (): ReturnType<ExplorerContext['indexStatus']> => given.indexStatus();
    const { url, readers } = database;
    const observed = new ObservedChain(chain);
    const projection = startPostgresProjection({
      chain: observed,
      url,
      logger: silent,
      nodeView: nodeState,
      publishMs: INTERVAL_MS,
    });
    const reading = {
      network: chain.network,
      database: readers[server],
      logger: silent,
      pollMs: INTERVAL_MS,
    };
    // A replica that opened earlier would find no tables.
    await until(() => projection.status().indexedHeight === heightOf(chain));
    const replica = openReplica(reading);
    // The test controls the states of node and index.
    const index = (): undefined => undefined;
    const context = { ...replica.context, index, logger, websiteUrl, nodeState, indexStatus };
    const caughtUp = async (): Promise<void> => {
      await until(() => observed.isProjected() && projection.status().indexedHeight === heightOf(chain));
      if (observed.takeStepBack()) await database.replayed();
      await untilCaughtUp(replica, chain);
    };
    const api = await serveCaughtUp(caughtUp, context, limits);
    return {
      ...api,
      close: async () => {
        await caughtUp(); // report the test's last block first
        await api.close();
        await replica.close();
        await projection.close();
        await database.release();
      },
    };
  };
  return { serveTestChain };
}

/** `serveNode` and `serveSample` with a node that fills a database, and a replica that answers in its place. */
export function servedNodesOverReplica(
  server: ClusterServer,
  actual: typeof ServedNodes,
): typeof ServedNodes {
  const serveNode: typeof ServedNodes.serveNode = async (options) => {
    if (options?.index === false) return actual.serveNode(options);
    const database = await createDatabase();
    const node = await actual.serveNode({ ...options, database: database.url });
    const replica = openReplica({
      network: node.chain.network,
      database: database.readers[server],
      logger: silent,
      pollMs: INTERVAL_MS,
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
      caughtUp: () => untilCaughtUp(replica, node.chain),
      remove: async () => {
        await api.close();
        await replica.close();
        await node.remove();
        await database.release();
      },
    };
  };
  const serveSample = async (): Promise<ServedNodes.ServedNode> => actual.makeSample(await serveNode());
  return { ...actual, serveNode, serveSample };
}

/**
 * A chain that records whether the projection has processed its newest state. Equal tips do not show that: after a
 * block was connected and disconnected again, the database may still change.
 */
class ObservedChain implements ProjectedChain {
  readonly network: Network;
  readonly #chain: Chain;
  /** ID of the newest block that the projection has processed. */
  #processed: string | undefined = 'none yet';
  #hasSteppedBack = false;

  constructor(chain: Chain) {
    this.network = chain.network;
    this.#chain = chain;
    chain.subscribe(({ disconnected }) => (this.#hasSteppedBack ||= disconnected.length > 0));
  }

  subscribe(listener: (event: ChainEvent) => void): () => void {
    return this.#chain.subscribe(listener);
  }

  /** The projection asks for the block after its newest one; if there is none, it has processed all. */
  get view(): ProjectedChain['view'] {
    const { view } = this.#chain;
    const locateBlock = (height: number) => {
      const place = view.locateBlock(height);
      if (place === undefined && height === view.tip.height + 1) this.#processed = view.tip.id;
      return place;
    };
    return { tip: view.tip, locateBlock };
  }

  /** True if blocks were disconnected since the last call: a standby may not have replayed that yet. */
  takeStepBack(): boolean {
    const hasSteppedBack = this.#hasSteppedBack;
    this.#hasSteppedBack = false;
    return hasSteppedBack;
  }

  isProjected(): boolean {
    return this.#processed === this.#chain.tip().id;
  }
}

const silent = pino({ level: 'silent' });
const ADDRESS = { host: '127.0.0.1', port: 0 };

/**
 * Serves a replica that delays each answer until it has caught up with the chain, because tests do not wait for that.
 */
async function serveCaughtUp(
  caughtUp: () => Promise<void>,
  context: ExplorerContext,
  limits: EventLimits | undefined,
): Promise<RunningServer> {
  const http = createExplorerServer(context, limits);
  const [handle] = http.server.listeners('request') as [RequestListener];
  http.server.removeListener('request', handle);
  http.server.on('request', (request, response) => void caughtUp().then(() => handle(request, response)));
  return http.listen(ADDRESS);
}

/** Resolves when a replica reports the chain's tip and a ready index, or after the time limit. */
function untilCaughtUp({ context }: Replica, chain: Pick<Chain, 'tip'>): Promise<void> {
  return until(() => hasCaughtUp(context, chain));
}

/** Resolves when a condition holds, or after the time limit. */
async function until(condition: () => boolean): Promise<void> {
  const start = performance.now();
  while (!condition() && performance.now() - start < TIMEOUT_MS) await sleep(5);
}

function heightOf(chain: Pick<Chain, 'tip'>): number {
  return chain.tip().height;
}

function hasCaughtUp(context: ExplorerContext, chain: Pick<Chain, 'tip'>): boolean {
  const { state, indexedHeight } = context.indexStatus();
  if (state === 'error') return false;
  const tip = chain.tip();
  if (tip === undefined) return indexedHeight === -1;
  return state === 'ready' && context.chain.view.tip?.id === tip.id;
}
