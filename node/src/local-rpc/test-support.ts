/** For tests only: the private RPC over a chain in memory. */
import { MemoryChain, memoryHome, type MemoryHome } from '@cairn/chain/memory';
import type { NodeState } from '@cairn/chain';
import { runtime } from '@cairn/chain/test-support';
import { send, type TestRequest, type TestResponse } from '@cairn/http/test-support';
import { VERSION } from '@cairn/http/version';
import { pino } from 'pino';
import { type RpcServerContext, startRpc } from './server.ts';

export const TOKEN = 'test-token-0123456789abcdefghijklmnop';

export interface TestRpc {
  readonly url: string;
  /** The same chain without a server. */
  readonly memory: MemoryChain;
  readonly testChain: Pick<MemoryChain, 'chain'>;
  readonly mempool: MemoryChain['mempool'];
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

/**
 * @param changes returns replacements for parts of the real context
 * @param home what differs from a home in memory
 */
export async function startTestRpc(
  changes: (context: RpcServerContext) => Partial<RpcServerContext> = () => ({}),
  home: Partial<MemoryHome> = {},
): Promise<TestRpc> {
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const memory = await MemoryChain.open({
    runtime,
    version: VERSION,
    contract: '',
    home: { ...memoryHome(runtime), ...home },
  });
  const node = { syncing: false, ready: true, peers: [], bestPeerHeight: 0 };
  const peers: TestRpc['peers'] = { relay: () => Promise.resolve(0) };
  const context: RpcServerContext = {
    ...memory.rpcContext,
    nodeState: () => node,
    relay: (transaction) => peers.relay(transaction),
    logger,
  };
  const served = { ...context, ...changes(context) };
  const server = await startRpc(served, { host: '127.0.0.1', port: 0, token: TOKEN });
  const authorization = { Authorization: `Bearer ${TOKEN}` };
  return {
    url: server.url,
    memory,
    testChain: memory,
    mempool: memory.mempool,
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
      await memory.close();
    },
  };
}
