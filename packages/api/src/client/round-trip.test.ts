import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explorerExamples, rpcExamples } from '../examples/index.ts';
import {
  createExplorerClient,
  createRpcClient,
  explorerAdditions,
  explorerRoutes,
  parseSubmitBody,
  rpcRoutes,
  validateQuery,
  type RouteDefinition,
} from '../index.ts';
import { readText, sendJson, startTestServer, type TestServer } from './test-support.ts';

/** Values that break naive URL building; a server must receive them unchanged. */
const ODD = 'a/b?c#d%25 é';
const RAW = 'ab'.repeat(213);
const RAW_BLOCK = Buffer.from([0, 1, 254, 255]);

const EXPLORER: readonly RouteDefinition[] = [
  ...Object.values(explorerRoutes),
  ...Object.values(explorerAdditions),
];
const RPC: readonly RouteDefinition[] = Object.values(rpcRoutes);

interface Seen {
  readonly id: string;
  readonly params: Record<string, string>;
  readonly query: unknown;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** Decoded segments of a path by parameter name; `undefined` for a path of another route. */
function matchPath(template: string, path: string): Record<string, string> | undefined {
  const pattern = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const found = pattern.exec(path);
  if (found === null) return undefined;
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, segment]) => [name, decodeURIComponent(segment)]),
  );
}

/** Serves the examples of a table of routes from the definitions alone, and records the parsed input. */
function serve(
  routes: readonly RouteDefinition[],
  examples: Record<string, unknown>,
  seen: Seen[],
): Promise<TestServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = '', rawQuery] = (request.url ?? '').split('?');
    const matching = routes.filter(({ method, path: template }) => {
      return method === request.method && matchPath(template, path) !== undefined;
    });
    const route = matching.find(({ path: template }) => template === path) ?? matching[0];
    if (!route) return sendJson(response, 404, { detail: 'Not Found' });
    const params = matchPath(route.path, path)!;
    const query = validateQuery(route, rawQuery);
    const { authorization } = request.headers;
    const body = await readText(request);
    seen.push({ id: route.id, params, query: query.ok && query.value, authorization, body });
    if (route.contentType === 'application/json') return sendJson(response, route.status, examples[route.id]);
    response.writeHead(200, { 'content-type': route.contentType }).end(RAW_BLOCK);
  };
  return startTestServer((request, response) => void answer(request, response));
}

describe('the Explorer API', () => {
  const seen: Seen[] = [];
  let server: TestServer;
  beforeAll(async () => {
    server = await serve(EXPLORER, explorerExamples, seen);
  });
  afterAll(() => server.close());

  it('has a client method for every JSON route, which returns the typed answer § 2.1 client amounts', async () => {
    const api = createExplorerClient({ baseUrl: `${server.baseUrl}/` });
    const page = { limit: 1, offset: 36 };
    const got = {
      health: await api.health(),
      status: await api.status(),
      features: await api.features(),
      listBlocks: await api.listBlocks({ limit: 1, before_height: 2 }),
      getBlock: await api.getBlock({ height_or_hash: 1 }),
      listBlockTransactions: await api.listBlockTransactions({ height_or_hash: ODD, offset: 3 }),
      getTransaction: await api.getTransaction({ txid: ODD }),
      getAddress: await api.getAddress({ address: ODD }),
      listTransactions: await api.listTransactions(page),
      listAddresses: await api.listAddresses({ ...page, limit: undefined }),
      listAddressTransactions: await api.listAddressTransactions({ address: ODD, ...page }),
      getStats: await api.getStats(),
      getSeries: await api.getSeries({ figure: 'transactions', step: 'day', count: 3 }),
      search: await api.search({ prefix: ODD }),
      listMiners: await api.listMiners({ blocks: 12 }),
      getMiner: await api.getMiner({ address: ODD }),
      listMinerBlocks: await api.listMinerBlocks({ address: ODD, before_height: 2 }),
      listStaleBlocks: await api.listStaleBlocks(),
      getTransactionProof: await api.getTransactionProof({ txid: ODD }),
    };
    expect(got).toEqual(explorerExamples);
    expect(seen.map(({ id }) => id)).toEqual(Object.keys(got));
    const by = Object.fromEntries(seen.map((request) => [request.id, request]));
    expect(by['getBlock']?.params).toEqual({ height_or_hash: '1' });
    expect(by['listBlockTransactions']).toMatchObject({
      params: { height_or_hash: ODD },
      query: { limit: 25, offset: 3 },
    });
    expect(by['listBlocks']?.query).toEqual({ limit: 1, offset: 0, before_height: 2 });
    expect(by['listAddresses']?.query).toEqual({ limit: 25, offset: 36 });
    expect(seen.every(({ authorization }) => authorization === undefined)).toBe(true);
  });

  it('returns a block as bytes', async () => {
    const { getRawBlock } = createExplorerClient({ baseUrl: server.baseUrl });
    expect(await getRawBlock({ height_or_hash: 1 })).toEqual(new Uint8Array(RAW_BLOCK));
  });

  it('has a method for every route except event streams', () => {
    const methods = Object.keys(createExplorerClient({ baseUrl: '' })).toSorted();
    const ids = EXPLORER.map(({ id }) => id).filter((id) => id !== 'events');
    expect(methods).toEqual(ids.toSorted());
  });
});

describe('the private RPC', () => {
  const seen: Seen[] = [];
  let server: TestServer;
  beforeAll(async () => {
    server = await serve(RPC, rpcExamples, seen);
  });
  afterAll(() => server.close());

  it('has a client method for every route, which sends the token', async () => {
    const rpc = createRpcClient({ baseUrl: server.baseUrl, token: 'secret' });
    const got = {
      health: await rpc.health(),
      status: await rpc.status(),
      getAccount: await rpc.getAccount({ address: ODD }),
      listAccountTransactions: await rpc.listAccountTransactions({
        address: ODD,
        limit: 7,
        cursor: 'a&b=c +',
      }),
      getBlock: await rpc.getBlock({ height: 1 }),
      submitTransaction: await rpc.submitTransaction({ raw: RAW }),
    };
    expect(got).toEqual(rpcExamples);
    expect(seen.map(({ id }) => id)).toEqual(RPC.map(({ id }) => id));
    expect(seen.every(({ authorization }) => authorization === 'Bearer secret')).toBe(true);
    const by = Object.fromEntries(seen.map((request) => [request.id, request]));
    expect(by['listAccountTransactions']?.query).toEqual({ limit: '7', cursor: 'a&b=c +' });
    expect(parseSubmitBody(by['submitTransaction']?.body ?? '').ok).toBe(true);
  });

  it('sends no authorization without a token, as behind the gateway', async () => {
    await createRpcClient({ baseUrl: server.baseUrl }).status();
    expect(seen.at(-1)?.authorization).toBeUndefined();
  });
});
