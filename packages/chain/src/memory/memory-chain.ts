/** A devnet as a value: chain, mempool, devnet control and their routes, in memory. */
import { getNetwork, type Network } from '@cairn/protocol';
import { developmentAccounts, MINER_ACCOUNT } from '@cairn/protocol/development-accounts';
import { Chain } from '../chain/chain.ts';
import { FeeEstimator } from '../explorer/fee-estimate.ts';
import { DISABLED_INDEX, type NodeState } from '../chain/node-state.ts';
import type { ProgressListener } from '../chain/progress.ts';
import { DevnetClock } from '../devnet/devnet-clock.ts';
import { DevnetControl } from '../devnet/devnet-control.ts';
import { ServedChain } from '../devnet/served-chain.ts';
import type { ExplorerContext } from '../explorer/context.ts';
import { ChainReader } from '../explorer/core-reader.ts';
import { EventHub } from '../explorer/events/event-hub.ts';
import type { ChainRequest, ChainResponse, Dispatcher } from '../fetch/dispatcher.ts';
import { Mempool } from '../mempool/mempool.ts';
import { MiningLoop } from '../miner/miner.ts';
import { Projection } from '../projection/projection.ts';
import type { SqlPlace } from '../projection/sqlite.ts';
import type { RpcContext } from '../rpc/context.ts';
import type { Log, Runtime } from '../runtime.ts';
import type { BlockLog } from '../storage/block-log.ts';
import { devnetInterface, explorerInterface, rpcInterface } from './interfaces.ts';
import { memoryHome, type MemoryHome } from './memory-home.ts';
import { memoryStore } from './memory-index.ts';
import { searchHere } from './proof-search.ts';

export interface MemoryChainOptions {
  readonly runtime: Runtime;
  /** Of the suite, for the status. */
  readonly version: string;
  /** The serialized OpenAPI document of the Explorer API; entity tags change with it. */
  readonly contract: string;
  /** Silent by default. */
  readonly logger?: Log;
  /** Where the chain lives, or has lived; in memory, and new, by default. */
  readonly home?: MemoryHome;
  /** That of a former opening, to go on with it; by default the runtime's time. */
  readonly clock?: DevnetClock;
  /** Called with each block of the home's log while the chain is opened. */
  readonly onProgress?: ProgressListener;
  /** Of the index, in SQLite; without it, the indexed routes answer that there is none. */
  readonly index?: SqlPlace | undefined;
  /** Makes the home's `core/` anew from its block log even if it is intact. */
  readonly reindex?: boolean;
  /** Called once when a write has failed: the chain takes nothing more. */
  readonly onFatal?: (error: Error) => void;
}

const ignore = (): void => undefined;
const SILENT: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const NETWORK = getNetwork('devnet');

/** As a node that has no peers and runs alone. */
const ALONE: NodeState = { syncing: false, ready: true, peers: [], bestPeerHeight: 0 };

/** A response whose body is no part of the chain's memory. */
export interface OwnedResponse extends ChainResponse {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** A devnet in memory, from its genesis block on, or from what its home has kept. It mines when it is told to. */
export class MemoryChain implements AsyncDisposable {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly control: DevnetControl;
  /** What its explorer routes need. */
  readonly context: ExplorerContext;
  /** What its RPC's routes need. */
  readonly rpcContext: RpcContext;
  readonly home: MemoryHome;
  readonly #interfaces: ReadonlyMap<string, Dispatcher>;
  readonly #closing: AsyncDisposableStack;

  private constructor(
    parts: Pick<MemoryChain, 'chain' | 'mempool' | 'control' | 'home'> & {
      readonly served: ServedChain;
      readonly projection: Projection | undefined;
    },
    { runtime, version, contract, logger = SILENT }: MemoryChainOptions,
    closing: AsyncDisposableStack,
  ) {
    const { chain, served, mempool, control, home, projection } = parts;
    this.chain = chain;
    this.mempool = mempool;
    this.control = control;
    this.home = home;
    const fees = new FeeEstimator();
    this.context = {
      network: NETWORK,
      version,
      chain: served,
      reader: (request) => new ChainReader(served, fees, request),
      nodeState: () => ALONE,
      index: () => projection?.reader(),
      indexStatus: () => projection?.status() ?? DISABLED_INDEX,
      devnet: () => control.changes(),
      weather: control.weather,
    };
    this.rpcContext = {
      version,
      chain,
      mempool,
      fees,
      nodeState: () => ALONE,
      clockOffsetSeconds: () => control.changes()?.clockOffsetSeconds ?? 0,
      relay: async () => 0,
      dataDir: 'memory',
      turn: runtime.turn,
      logger,
    };
    const hub = new EventHub(this.context, runtime.sleep);
    closing.defer(() => hub.close());
    this.#interfaces = new Map([
      ['explorer', explorerInterface(this.context, hub, contract, logger)],
      ['rpc', rpcInterface(this.rpcContext)],
      ['devnet', devnetInterface(control, logger)],
    ]);
    this.#closing = closing;
  }

  /** @throws ChainError, StorageWriteError */
  static async open(options: MemoryChainOptions): Promise<MemoryChain> {
    const { runtime, logger = SILENT, home = memoryHome(runtime), index, onFatal, onProgress } = options;
    const { reindex, clock = new DevnetClock(runtime.now) } = options;
    await supplyStack();
    await using closing = new AsyncDisposableStack();
    const seconds = (): number => clock.seconds();
    let log: BlockLog;
    const openLog = async (network: Network): Promise<BlockLog> => (log = await home.openLog(network));
    const chain = await Chain.open({
      home: { ...home, openLog },
      network: NETWORK,
      logger,
      clock: seconds,
      reindex,
      onFatal,
      onProgress,
    });
    closing.defer(() => chain.close());
    const served = new ServedChain(chain);
    const mempool = await Mempool.open({ chain, place: home.mempool, clock: clock.now, runtime, logger });
    closing.defer(() => mempool.close());
    const projection = index && startProjection(served, log!, index, runtime, logger);
    closing.defer(() => projection?.close());
    const to = developmentAccounts(NETWORK)[MINER_ACCOUNT]!.address;
    const proofs = searchHere(runtime.turn);
    const mining = new MiningLoop(
      { chain, mempool, proofs, clock: clock.now, runtime, logger },
      { to, pace: undefined },
    );
    closing.defer(() => mining.close());
    const control = new DevnetControl({
      chain,
      mempool,
      mining,
      clock,
      served,
      projection,
      runtime,
      logger,
    });
    closing.defer(() => control.close());
    return new MemoryChain({ chain, served, mempool, control, home, projection }, options, closing.move());
  }

  /** Their names: `explorer`, `rpc`, `devnet`. */
  get interfaces(): readonly string[] {
    return [...this.#interfaces.keys()];
  }

  /**
   * Answers a request to one of its interfaces: `explorer`, `rpc` or `devnet`. The body is the caller's own, to change or transfer.
   * @throws TypeError, as `fetch` does, for another name, while the weather keeps the API away, and once the chain is closed
   */
  async handle(name: string, request: ChainRequest): Promise<OwnedResponse> {
    if (this.isClosed) throw new TypeError('fetch failed: the chain is closed');
    const called = this.#interfaces.get(name);
    if (called === undefined)
      throw new TypeError(`fetch failed: a chain has no host "${name}", but ${this.interfaces.join(', ')}`);
    if (name !== 'devnet' && !(await this.control.weather.admit()))
      throw new TypeError('fetch failed: the weather keeps the API away');
    const response = await called.dispatch(request);
    const { body } = response;
    return { ...response, body: body instanceof Uint8Array ? body.slice() : body };
  }

  /**
   * `fetch` to its interfaces, for clients and pages: `http://explorer/…`, `http://rpc/…`, without a token, and `http://devnet/…`.
   * @example
   * const response = await chain.fetch('http://devnet/devnet/mine', { method: 'POST' });
   */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { hostname, pathname, search } = new URL(request.url);
    const { method, signal } = request;
    const headers = Object.fromEntries(request.headers);
    const body = new Uint8Array(await request.arrayBuffer());
    const call = { method, target: pathname + search, headers, body, signal };
    const answer = await unlessAborted(signal, () => this.handle(hostname, call));
    const isEmpty = answer.body instanceof Uint8Array && answer.body.length === 0;
    return new Response(isEmpty ? null : answer.body, answer);
  };

  get isClosed(): boolean {
    return this.#closing.disposed;
  }

  /** Ends the call in progress, and closes the stores. */
  close(): Promise<void> {
    return this.#closing.disposeAsync();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Calls, and waits until the signal aborts, as `fetch` does. @throws the signal's reason */
function unlessAborted<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([call(), aborted]);
}

function startProjection(
  chain: ServedChain,
  log: BlockLog,
  index: SqlPlace,
  runtime: Runtime,
  logger: Log,
): Projection {
  return new Projection({
    chain,
    createStore: () =>
      memoryStore(index, NETWORK.chainId, ({ offset, size }) => log.read({ file: 0, offset }, size)),
    pause: runtime.sleep,
    logger,
  });
}

/** Node 22 and some browsers have no `AsyncDisposableStack`. */
async function supplyStack(): Promise<void> {
  if ('AsyncDisposableStack' in globalThis) return;
  // @ts-expect-error -- it has no types
  await import('core-js/actual/async-disposable-stack/index.js');
}
