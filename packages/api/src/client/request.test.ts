import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { explorerExamples, rpcExamples } from '../examples/index.ts';
import {
  ApiError,
  createExplorerClient,
  createRpcClient,
  explorerEventsUrl,
  explorerIndexError,
  explorerRoutes,
  invalidTransactionLength,
  rpcRoutes,
  TransportError,
  type TransportErrorKind,
  unauthorized,
  validateQuery,
} from '../index.ts';
import { MAX_RESPONSE_BYTES } from './request.ts';
import { sendJson, startTestServer, type TestServer } from './test-support.ts';

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

async function expectTransport(promise: Promise<unknown>, kind: TransportErrorKind): Promise<TransportError> {
  const error = await failureOf(promise);
  expect(error).toBeInstanceOf(TransportError);
  expect((error as TransportError).kind).toBe(kind);
  return error as TransportError;
}

describe('an error answer', () => {
  const limit = validateQuery(explorerRoutes.listBlocks, 'limit=0');
  it.each([
    ['the code of its body', 503, explorerIndexError('building').body, 'explorer_index_building'],
    ['the code of its body', 400, invalidTransactionLength(5).body, 'invalid_transaction_length'],
    ['the code of its body', 401, unauthorized().body, 'unauthorized'],
    ['validation_error for FastAPI’s body', 422, limit.ok ? {} : limit.body, 'validation_error'],
    ['not_found for a path that is no route', 404, { detail: 'Not Found' }, 'not_found'],
    ['method_not_allowed', 405, { detail: 'Method Not Allowed' }, 'method_not_allowed'],
    ['the status where the body names nothing', 418, ['teapot'], 'http_418'],
    ['the status where the body is null', 500, null, 'http_500'],
  ])('is an ApiError with %s', async (_, status, body, code) => {
    const api = await explorer((__, response) => sendJson(response, status, body));
    const error = await failureOf(api.listBlocks());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, code, body });
  });
});

describe('an answer with another shape', () => {
  const { status } = explorerExamples;
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
    const body = { ...explorerExamples.getAddress, balance: 5 };
    const api = await explorer((_, response) => sendJson(response, 200, body));
    const error = await expectTransport(api.getAddress({ address: 'x' }), 'unexpected_shape');
    expect(error.message).toContain('balance');
    expect(error.status).toBe(200);
  });

  it('may have unknown fields at every depth § 7.1 extra fields', async () => {
    const body = { ...status, later: 1, index: { ...status.index, later: { deep: true } } };
    const api = await explorer((_, response) => sendJson(response, 200, body));
    expect(await api.status()).toEqual(status);
  });

  it('may lack the additions of this project', async () => {
    const { merkle_root: _root, ...block } = explorerExamples.getBlock.block;
    const api = await explorer((_, response) => sendJson(response, 200, { network: 'devnet', block }));
    expect((await api.getBlock({ height_or_hash: 1 })).block).toEqual(block);
  });

  it('is refused for each required field of each answer that is missing', () => {
    const answers: [string, unknown][] = [
      ...Object.entries(explorerExamples),
      ...Object.entries(rpcExamples),
    ];
    const optional = new Set(['merkle_root', 'tip_id', 'is_coinbase', 'direction', 'getTransaction.network']);
    const schemas: [string, { safeParse(value: unknown): { success: boolean } }][] = [
      ...Object.values(explorerRoutes).map(({ id, response }) => [`explorer.${id}`, response] as const),
      ...Object.values(rpcRoutes).map(({ id, response }) => [`rpc.${id}`, response] as const),
    ].map(([id, schema]) => [id, schema]);
    expect(answers.length).toBeGreaterThan(schemas.length - 1);
    for (const [id, schema] of schemas) {
      const [family, name = ''] = id.split('.');
      const examples: Record<string, unknown> = family === 'rpc' ? rpcExamples : explorerExamples;
      for (const [path, broken] of withoutEachField(examples[name])) {
        const field = path.split('.').at(-1) ?? '';
        const expected = optional.has(field) || optional.has(`${name}.${path}`);
        expect([id, path, schema.safeParse(broken).success]).toEqual([id, path, expected]);
      }
    }
  });
});

/** Copies of a value, each without one of its fields at any depth, with that field's path. */
function withoutEachField(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      withoutEachField(item).map(([path, copy]): [string, unknown] => [
        `${index}.${path}`,
        value.with(index, copy),
      ]),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const { [key]: _gone, ...rest } = value as Record<string, unknown>;
    const deeper = withoutEachField(inner).map(([path, copy]): [string, unknown] => [
      `${key}.${path}`,
      { ...rest, [key]: copy },
    ]);
    return [[key, rest], ...deeper];
  });
}

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
      return Promise.resolve(Response.json(rpcExamples.status));
    };
    await createRpcClient({ baseUrl: 'http://host/prefix//', fetch }).status();
    await createRpcClient({ baseUrl: '', fetch }).status();
    expect(asked).toEqual(['http://host/prefix/v1/status', '/v1/status']);
    expect(explorerEventsUrl('http://host/')).toBe('http://host/api/v1/events');
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
