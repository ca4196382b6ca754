import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseBlockId } from '@cairn/protocol';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ApiError,
  type BlockDetail,
  createExplorerClient,
  createRpcClient,
  createUncheckedExplorerClient,
  explorerEventsUrl,
  explorerIndexError,
  explorerRoutes,
  type ExplorerStatus,
  rpcError,
  TransportError,
  type TransportErrorCode,
  validationError,
} from './index.ts';
import { createDevnetClient } from './devnet/index.ts';
import { fillPath, MAX_RESPONSE_BYTES } from './client.ts';
import { readText, sendJson, startTestServer, type TestServer } from './test-support.ts';

const status: ExplorerStatus = {
  network: 'devnet',
  chain_id: 3,
  api_version: 1,
  initialized: true,
  height: 12,
  tip_id: parseBlockId('3f7747bbc3f92ac49d1aab13535a455627f02c2c92dfe9afdcfc479295433f5e'),
  ready: true,
  syncing: false,
  index: {
    enabled: true,
    ready: true,
    state: 'ready',
    indexed_height: 12,
    target_height: 12,
    progress: 100,
  },
  capabilities: {
    block_list: true,
    block_lookup: true,
    block_transactions: true,
    transaction_lookup: true,
    address_state: true,
    transaction_feed: true,
    address_ranking: true,
    address_history: true,
    aggregate_stats: true,
  },
};
const ADDRESS_STATE = {
  network: 'devnet',
  address: 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3',
  exists: true,
  balance: '99833026976209',
  nonce: 4,
};
const BLOCK: BlockDetail['block'] = {
  height: 1,
  prev_block_hash: parseBlockId('3ef817a438023efb83a88423f0caa3d836680418af04842c937a64e05d410211'),
  miner: ADDRESS_STATE.address,
  id: parseBlockId('27bc0a160c7b18cf212bfcfee29da820aabace90c996c397d28db857b9dbed99'),
  nonce: 1,
  version: 1,
  timestamp: 1_767_225_660,
  bits: '207fffff',
  merkle_root: 'bee3ba42d8267f016ea1a61fc4bc3d295b947fd5af6f5a42846aca6bf39a19ec',
  transaction_count: 4,
  size_bytes: 970,
  total_fees: '7915',
  reward: '5000007915',
  confirmations: 12,
};

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function explorer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  timeoutMs?: number,
) {
  server = await startTestServer(answer);
  return createExplorerClient({ baseUrl: server.baseUrl, timeoutMs });
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.unreachable(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

async function expectTransport(promise: Promise<unknown>, kind: TransportErrorCode): Promise<TransportError> {
  const error = await failureOf(promise);
  expect(error).toBeInstanceOf(TransportError);
  expect((error as TransportError).code).toBe(kind);
  return error as TransportError;
}

describe('an error answer', () => {
  const issue = { type: 'int_parsing', loc: ['query', 'limit'], msg: 'x', input: 'x' } as const;
  it.each([
    ['the code of its body', 503, explorerIndexError('building').body, 'explorer_index_building'],
    [
      'the code of its body',
      400,
      rpcError('invalid_transaction_length', { expected: 213, actual: 5 }).body,
      'invalid_transaction_length',
    ],
    ['the code of its body', 401, rpcError('unauthorized').body, 'unauthorized'],
    ['validation_error for FastAPI’s body', 422, validationError([issue]).body, 'validation_error'],
    ['not_found for a path that is no route', 404, { detail: 'Not Found' }, 'not_found'],
    ['method_not_allowed', 405, { detail: 'Method Not Allowed' }, 'method_not_allowed'],
    ['the status where the body names nothing', 418, ['teapot'], 'http_418'],
    ['the status where the body is null', 500, null, 'http_500'],
  ])('is an ApiError with %s', async (_, code, body, name) => {
    const api = await explorer((__, response) => sendJson(response, code, body));
    const error = await failureOf(api.listBlocks());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: code, code: name, body });
  });
});

describe('an answer with another shape', () => {
  it.each([
    ['null', null],
    ['an array', [status]],
    ['an unknown index state', { ...status, index: { ...status.index, state: 'sleeping' } }],
    ['a height as text', { ...status, height: '12' }],
    ['a fractional height', { ...status, height: 1.5 }],
    ['an uppercase ID', { ...status, tip_id: status.tip_id?.toUpperCase() }],
  ])('is refused: %s', async (_, body) => {
    const api = await explorer((__, response) => sendJson(response, 200, body));
    await expectTransport(api.status(), 'unexpected_shape');
  });

  it('names the field', async () => {
    const body = { ...ADDRESS_STATE, balance: 5 };
    const api = await explorer((_, response) => sendJson(response, 200, body));
    const error = await expectTransport(api.getAddress({ address: 'x' }), 'unexpected_shape');
    expect(error.message).toContain('balance');
    expect(error.status).toBe(200);
  });

  it('may have unknown fields at every depth', async () => {
    const body = { ...status, later: 1, index: { ...status.index, later: { deep: true } } };
    const api = await explorer((_, response) => sendJson(response, 200, body));
    expect(await api.status()).toEqual(status);
  });

  it('may lack the additions of this project', async () => {
    const { merkle_root: _root, ...block } = BLOCK;
    const api = await explorer((_, response) => sendJson(response, 200, { network: 'devnet', block }));
    expect((await api.getBlock({ height_or_hash: 1 })).block).toEqual(block);
  });

  it('is refused before its items are checked if it has more than any page', async () => {
    const items = Array.from({ length: 200_000 }, () => ({ height: 'x' }));
    const api = await explorer((_, response) => sendJson(response, 200, { network: 'devnet', items }));
    const error = await expectTransport(api.listBlocks(), 'unexpected_shape');
    expect(error).toMatchObject({ cause: undefined, message: 'listBlocks: a list has more than 750 items' });
  });

  it('is refused for each missing field that is not optional', () => {
    for (const name of Object.keys(status)) {
      const { [name]: _gone, ...rest } = status as Record<string, unknown>;
      const { success } = explorerRoutes.status.response.safeParse(rest);
      expect([name, success]).toEqual([name, name === 'tip_id']);
    }
  });
});

describe('no usable answer', () => {
  it.each([
    ['HTML of a proxy', 502, '<html>Bad Gateway</html>'],
    ['an empty success', 200, ''],
    ['half a JSON text', 200, '{"ok":'],
    ['bytes that are not UTF-8', 200, Buffer.from([0x22, 0xff, 0x22])],
  ])('is not_json: %s', async (_, status, body) => {
    const api = await explorer((__, response) => response.writeHead(status).end(body));
    const error = await expectTransport(api.health(), 'not_json');
    expect(error.status).toBe(status);
  });

  it('is timeout if the headers do not arrive', async () => {
    const api = await explorer(() => {}, 50);
    await expectTransport(api.health(), 'timeout');
  });

  it('is timeout if the body does not end', async () => {
    const api = await explorer((_, response) => response.writeHead(200).write('{"ok":'), 50);
    await expectTransport(api.health(), 'timeout');
  });

  it('is network when the connection is refused', async () => {
    const gone = await startTestServer(() => {});
    await gone.close();
    await expectTransport(createExplorerClient({ baseUrl: gone.baseUrl }).health(), 'network');
  });

  it('is network if the connection breaks within the body', async () => {
    const api = await explorer((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setImmediate(() => response.destroy());
    });
    await expectTransport(api.health(), 'network');
  });

  it('is unexpected_shape if the answer is endless', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    const api = await explorer((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    const error = await expectTransport(api.health(), 'unexpected_shape');
    expect(error.message).toContain('too large');
    expect(MAX_RESPONSE_BYTES).toBeGreaterThan(39_382 * 700);
  });
});

describe('a request', () => {
  it('rejects with the caller’s reason if the caller aborts', async () => {
    const api = await explorer(() => {});
    const controller = new AbortController();
    const reason = new Error('left the page');
    setTimeout(() => controller.abort(reason), 20);
    expect(await failureOf(api.health({}, { signal: controller.signal }))).toBe(reason);
    expect(await failureOf(api.health({}, { signal: AbortSignal.abort(reason) }))).toBe(reason);
  });

  it.each(['', '.', '..'])('is not sent for the path parameter %j', async (address) => {
    const api = await explorer((_, response) => sendJson(response, 200, {}));
    expect(await failureOf(api.getAddress({ address }))).toBeInstanceOf(TypeError);
    expect(server?.requests).toEqual([]);
  });

  it('keeps the path prefix of the base URL, and uses the given fetch', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (input) => {
      asked.push(input as string);
      return Promise.resolve(Response.json(status));
    };
    await createExplorerClient({ baseUrl: 'http://host/prefix//', fetch }).status();
    await createExplorerClient({ baseUrl: '', fetch }).status();
    expect(asked).toEqual(['http://host/prefix/api/v1/status', '/api/v1/status']);
    expect(explorerEventsUrl('http://host/')).toBe('http://host/api/v1/events');
  });

  it('says in one line which field of a body it does not take', async () => {
    const { mine } = createDevnetClient({ baseUrl: 'http://devnet', token: '' });
    await expect(mine({ blocks: -1 })).rejects.toThrow(
      new TypeError('mine.blocks: must be an integer from 1 to 10000'),
    );
  });

  it('never sends a submission to another server', async () => {
    server = await startTestServer((_, response) =>
      response.writeHead(307, { location: '/elsewhere' }).end(),
    );
    const rpc = createRpcClient({ baseUrl: server.baseUrl, token: 'secret' });
    await expectTransport(rpc.submitTransaction({ raw: 'ab'.repeat(213) }), 'network');
    expect(server.requests).toEqual(['POST /v1/transactions']);
  });
});

describe('a client', () => {
  it('sends path, query, body and token of a call, encoded', async () => {
    const seen: unknown[] = [];
    const odd = 'a/b?c#d%25 é';
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const body = await readText(request);
      seen.push([request.method, request.url, request.headers.authorization, body]);
      sendJson(response, 404, { error: 'not_found' });
    };
    server = await startTestServer((request, response) => void answer(request, response));
    const rpc = createRpcClient({ baseUrl: server.baseUrl, token: 'secret' });
    await failureOf(rpc.listAccountTransactions({ address: odd, limit: 7, cursor: 'a&b' }));
    await failureOf(rpc.submitTransaction({ raw: 'ab' }));
    await failureOf(createExplorerClient({ baseUrl: server.baseUrl }).getBlock({ height_or_hash: 1 }));
    const path = `/v1/accounts/${encodeURIComponent(odd)}/transactions?limit=7&cursor=a%26b`;
    expect(seen).toEqual([
      ['GET', path, 'Bearer secret', ''],
      ['POST', '/v1/transactions', 'Bearer secret', '{"raw":"ab"}'],
      ['GET', '/api/v1/blocks/1', undefined, ''],
    ]);
  });

  it('returns the bytes of a route that is not JSON', async () => {
    const api = await explorer((_, response) => response.end(Buffer.from([0, 1, 254, 255])));
    expect(await api.getRawBlock({ height_or_hash: 1 })).toEqual(new Uint8Array([0, 1, 254, 255]));
  });

  it('takes any JSON without the schemas, and the same errors', async () => {
    const answers: [status: number, body: object][] = [
      [200, { height: 'none' }],
      [404, { error: 'block_not_found' }],
    ];
    let asked = 0;
    server = await startTestServer((_, response) => sendJson(response, ...(answers[asked++] ?? [500, {}])));
    const api = createUncheckedExplorerClient({ baseUrl: server.baseUrl });
    expect(Object.keys(api).toSorted()).toEqual(
      Object.keys(createExplorerClient({ baseUrl: '' })).toSorted(),
    );
    expect(await api.getBlock({ height_or_hash: 7 })).toEqual({ height: 'none' });
    expect(await failureOf(api.listBlocks({ limit: 3, offset: undefined }))).toMatchObject({
      status: 404,
      code: 'block_not_found',
    });
    expect(server.requests).toEqual(['GET /api/v1/blocks/7', 'GET /api/v1/blocks?limit=3']);
  });
});

describe('fillPath', () => {
  it('percent-encodes values, and decoding restores them', () => {
    const value = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text !== '.' && text !== '..');
    fc.assert(
      fc.property(value, (text) => {
        const [, segment = ''] = /^\/a\/([^/?#]+)\/b$/.exec(fillPath('/a/{x}/b', { x: text })) ?? [];
        expect(decodeURIComponent(segment)).toBe(text);
      }),
    );
  });

  it.each(['', '.', '..', undefined])('throws for %j', (x) => {
    expect(() => fillPath('/a/{x}', { x })).toThrow(TypeError);
  });
});
