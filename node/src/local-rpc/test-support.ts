/** For tests only: the private RPC over a real chain and a real mempool. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openTestChain, type TestChain, type TestChainOptions } from '../home/test-support.ts';
import { type NodeState } from '@cairn/chain';
import { FeeEstimator } from '@cairn/chain/explorer';
import { VERSION } from '@cairn/http/version';
import { send, type TestRequest, type TestResponse } from '@cairn/http/test-support';
import { Mempool } from '@cairn/chain/mempool';
import { type RpcServerContext, startRpc } from './server.ts';
import { runtime } from '../home/runtime.ts';
import { levelFolder } from '../home/level-folder.ts';

export const TOKEN = 'test-token-0123456789abcdefghijklmnop';

export interface TestRpc {
  readonly url: string;
  readonly testChain: TestChain;
  /** What the server was started with. */
  readonly context: RpcServerContext;
  readonly mempool: Mempool;
  /** Folder of the mempool's store. */
  readonly mempoolDirectory: string;
  /** The node's state; tests change it. */
  readonly node: { -readonly [Name in keyof NodeState]: NodeState[Name] };
  /** Result of relaying; tests change it. */
  readonly peers: { relay: RpcServerContext['relay'] };
  /** The logged JSON lines. */
  readonly log: string[];
  /** Sends a request with the token. */
  get(path: string, request?: TestRequest): Promise<TestResponse>;
  /** Submits a body, by default as JSON with the token. */
  submit(body: string | Uint8Array, request?: TestRequest): Promise<TestResponse>;
  close(): Promise<void>;
}

/** @param changes returns replacements for parts of the real context */
export async function startTestRpc(
  changes: (context: RpcServerContext) => Partial<RpcServerContext> = () => ({}),
  chainOptions: TestChainOptions = {},
): Promise<TestRpc> {
  const testChain = await openTestChain(chainOptions);
  const { chain } = testChain;
  const directory = mkdtempSync(join(tmpdir(), 'cairn-rpc-'));
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const mempoolDirectory = join(directory, 'mempool');
  const mempool = await Mempool.open({
    chain,
    place: levelFolder(mempoolDirectory),
    clock: Date.now,
    runtime,
    logger: pino({ level: 'silent' }),
  });
  const node = { syncing: false, ready: true, peers: [], bestPeerHeight: 0 };
  const peers: TestRpc['peers'] = { relay: () => Promise.resolve(0) };
  const context: RpcServerContext = {
    version: VERSION,
    turn: runtime.turn,
    chain,
    mempool,
    fees: new FeeEstimator(),
    nodeState: () => node,
    relay: (transaction) => peers.relay(transaction),
    dataDir: '/var/lib/cairn/devnet',
    logger,
  };
  const served = { ...context, ...changes(context) };
  const server = await startRpc(served, { host: '127.0.0.1', port: 0, token: TOKEN });
  const authorization = { Authorization: `Bearer ${TOKEN}` };
  return {
    url: server.url,
    testChain,
    context: served,
    mempool,
    mempoolDirectory,
    node,
    peers,
    log,
    get: (path, request = {}) =>
      send(server.url, path, { ...request, headers: { ...authorization, ...request.headers } }),
    submit: (body, request = {}) =>
      send(server.url, '/v1/transactions', {
        method: 'POST',
        body,
        ...request,
        headers: { ...authorization, 'Content-Type': 'application/json', ...request.headers },
      }),
    close: async () => {
      await server.close();
      await mempool.close();
      await testChain.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
