/**
 * For tests only: the contract of the Explorer API, as one walk over its OpenAPI document. Generated requests for every operation get
 * the answer of the model (`ExplorerModel`), in the form that the document declares. Run for a node, and over PostgreSQL.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OpenApiDocument, OpenApiParameter } from '@cairn/api/openapi';
import { send, type TestRequest, type TestResponse } from '@cairn/http/test-support';
import { COINBASE_SENDER, encodeAddress, type Transaction } from '@cairn/protocol';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chain } from '@cairn/chain';
import {
  type OperationRequest,
  type Operations,
  operationsOf,
  requestsOf,
} from '@cairn/chain/memory/test-support';
import { ACCOUNTS, DEVNET, mineTestBlock, transfer } from '@cairn/chain/test-support';
import { openTestStream } from './events/test-support.ts';
import { ExplorerModel, type Expected } from './model-test-support.ts';

/** An Explorer API whose index is ready, over the chain of `mineSample`. */
export interface ServedSample {
  readonly url: string;
  /** The bytes of its blocks, from genesis on. */
  readonly blocks: readonly Uint8Array[];
  /** The logged JSON lines. */
  readonly log: readonly string[];
  readonly isReplica: boolean;
  /** Expects the same response from the chain without a server; absent if there is no such chain. */
  readonly expectSame?: (target: string, request: TestRequest, response: TestResponse) => Promise<void>;
  close(): Promise<unknown>;
}

const DAY = 86_400;
/** A Wednesday, 0:00 UTC. */
const WEDNESDAY = 1_767_744_000;

/**
 * Mines blocks of several days and miners: one is dated before its parent, no block is of the Thursday. Their transfers are of every
 * kind, and more than a page; there are addresses of equal balances.
 */
export async function mineSample(chain: Chain): Promise<void> {
  const nonces = ACCOUNTS.map(({ address }) => chain.view.account(address)!.nonce);
  const pay = (from: number, to: number, value: number, fee: number): Transaction =>
    transfer({ from, to, nonce: (nonces[from]! += 1), value: BigInt(value), fee: BigInt(fee) });
  const first = [pay(1, 2, 700, 5)];
  const many = Array.from({ length: 27 }, (_, index) =>
    pay(1, 2 + (index % 2), 1_000 + index, 1 + (index % 5)),
  );
  const odd = [pay(2, 1, 300, 4), pay(3, 3, 90, 30), pay(0, 1, 5_000, 2)];
  const blocks: readonly [seconds: number, miner: number, transfers?: readonly Transaction[]][] = [
    [3_600, 4],
    [7_300, 5, first],
    [7_200, 4],
    [2 * DAY + 60, 6, many],
    [2 * DAY + 120, 4, odd],
    ...[1, 2, 3, 4, 5, 6].map((hour): [number, number] => [2 * DAY + hour * 3_600, 4 + (hour % 3)]),
    [9 * DAY, 5, [pay(4, 1, 1, 1)]],
    [9 * DAY + 1, 1],
  ];
  for (const [seconds, miner, transfers] of blocks)
    await mineTestBlock(chain, transfers, { timestamp: WEDNESDAY + seconds, miner });
}

/** Of each operation. */
const CACHED_SUCCESSES = 8;
const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Values that exist in a chain, by parameter. */
function textsOf(blocks: ExplorerModel['blocks']): Record<string, readonly string[]> {
  const heights = ['0', '0003', String(blocks.length - 1), String(blocks.length)];
  const { id, transactions } = blocks[4]!;
  const addresses = ACCOUNTS.map(({ address }) => address);
  const texts: Record<string, readonly string[]> = {
    height_or_hash: [...heights, id, id.toUpperCase(), '4294967295', '4294967296', '1'.repeat(64)],
    txid: [...transactions, transactions[1]!.toUpperCase(), id],
    address: [
      ...addresses,
      encodeAddress(new Uint8Array(20).fill(7), DEVNET),
      COINBASE_SENDER,
      `${addresses[1]}1`,
    ],
    prefix: [
      id.slice(0, 7),
      transactions[1]!.slice(0, 9).toUpperCase(),
      addresses[1]!.slice(0, 6),
      'f'.repeat(6),
      id,
    ],
    before: ['0-0', '0-1', '4-0', '4-3', '4-1', '1', '01-0', '4294967296-0', '4294967295-4294967295'],
  };
  const times = blocks.map(({ timestamp }) => timestamp).flatMap((time) => [String(time), String(time - 1)]);
  for (const name of ['time', 'from', 'from_time', 'to_time']) texts[name] = [...times, '0', '4294967295'];
  return texts;
}

/** Reads a query as API-DECISIONS says: the last of equal parameters, integers of decimal digits, FastAPI's errors. */
function readQuery(parameters: readonly OpenApiParameter[] = [], given: URLSearchParams) {
  const values: Record<string, number | string | undefined> = {};
  const issues = new Map<string, { type: string; ctx?: object }>();
  for (const { name, schema } of parameters.filter((one) => one.in === 'query')) {
    const {
      minimum,
      maximum,
      enum: words,
      default: absent,
    } = schema as {
      minimum: number;
      maximum: number;
      enum?: readonly string[];
      default?: number | string;
    };
    const input = given.getAll(name).at(-1);
    values[name] = input === undefined ? absent : schema['type'] === 'integer' ? Number(input) + 0 : input; // not -0
    if (input === undefined) continue;
    if (words !== undefined) {
      const all = words.map((word) => `'${word}'`);
      const expected = `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
      if (!words.includes(input)) issues.set(name, { type: 'literal_error', ctx: { expected } });
    } else if (name === 'before') {
      const isLocation =
        /^(0|[1-9]\d*)-(0|[1-9]\d*)$/.test(input) && input.split('-').every((one) => Number(one) < 2 ** 32);
      if (!isLocation) issues.set(name, { type: 'value_error' });
    } else if (!/^[+-]?[0-9]+$/.test(input)) issues.set(name, { type: 'int_parsing' });
    else if (Number(input) < minimum) issues.set(name, { type: 'greater_than_equal', ctx: { ge: minimum } });
    else if (Number(input) > maximum) issues.set(name, { type: 'less_than_equal', ctx: { le: maximum } });
  }
  const { from_time: from, to_time: to } = values;
  const isNumber = (name: string): boolean => issues.get(name)?.type !== 'int_parsing';
  if (!issues.has('from_time') && isNumber('to_time') && Number(from) > Number(to))
    issues.set('from_time', { type: 'value_error' });
  const found = parameters.flatMap(({ name }) => {
    const issue = issues.get(name);
    if (issue === undefined) return [];
    return [
      {
        ...issue,
        loc: ['query', name],
        msg: expect.any(String) as unknown,
        input: given.getAll(name).at(-1),
      },
    ];
  });
  return { values, issues: found };
}

/** Headers of every answer. */
function expectCommonHeaders({ headers }: TestResponse): void {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Retry-After',
    vary: 'accept-encoding',
  });
  for (const absent of ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-credentials'])
    expect(headers).not.toHaveProperty(absent);
}

/** Declares the tests. @param open called once */
export function testContract(open: () => Promise<ServedSample>): void {
  let served: ServedSample;
  let model: ExplorerModel;
  let operations: Operations;
  let faultOf: (path: string, response: TestResponse) => string | undefined;
  /** Operation and status of each answer; operation and parameters of each success. */
  const seen = new Set<string>();
  /** How many successes of an operation were asked for again. */
  const cached = new Map<string, number>();

  beforeAll(async () => {
    served = await open();
    model = new ExplorerModel(served.blocks);
    const document = (await send(served.url, '/openapi.json')).json as OpenApiDocument;
    operations = operationsOf(document);
    faultOf = validatorOf(document);
  });
  afterAll(() => served.close());

  async function expectAnswer(request: OperationRequest): Promise<void> {
    const { path, operation, target, segments } = request;
    const { values, issues } = readQuery(operation.parameters, request.query);
    if (operation.operationId === 'events') return expectEvents(target, issues.length > 0);
    const response = await send(served.url, target);
    const { status, headers } = response;
    seen.add(`${operation.operationId} ${status}`);
    if (status === 200)
      for (const [name, value] of Object.entries(values))
        seen.add(`${operation.operationId} ${name}=${value}`);
    const expected =
      issues.length > 0
        ? { status: 422, body: { detail: issues } }
        : await model.answer(operation.operationId, { path: segments, query: values }, served.isReplica);
    expect({ target, ...received(response) }).toEqual({ target, ...expected });
    expect([target, faultOf(path, response)]).toEqual([target, undefined]);
    expectCommonHeaders(response);
    await served.expectSame?.(target, {}, response);
    if (status === 200) return expectCaching(request, response);
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
  }

  /** Asks again for a success: with its entity tag, and compressed. The first few of an operation are enough. */
  async function expectCaching(
    { target, operation, segments }: OperationRequest,
    first: TestResponse,
  ): Promise<void> {
    const times = cached.get(operation.operationId) ?? 0;
    if (times === CACHED_SUCCESSES) return;
    cached.set(operation.operationId, times + 1);
    const { etag } = first.headers;
    const isRaw = operation.operationId === 'getRawBlock';
    const isImmutable = isRaw && segments['height_or_hash']!.length === 64;
    const control = isImmutable
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=0, must-revalidate, s-maxage=1';
    expect(first.headers).toMatchObject({
      'cache-control': control,
      etag: expect.stringMatching(/^(W\/)?"[!#-~]+"$/),
    });
    const conditional = { headers: { 'If-None-Match': etag! } };
    const unchanged = await send(served.url, target, conditional);
    await served.expectSame?.(target, conditional, unchanged);
    expectCommonHeaders(unchanged);
    expect([target, unchanged.status, unchanged.bytes.length]).toEqual([target, 304, 0]);
    expect(unchanged.headers).toMatchObject({ 'cache-control': control, etag });
    const isBinary = first.headers['content-type'] !== 'application/json';
    for (const [accepted, unpack] of [
      ['gzip', gunzipSync],
      ['gzip, br', brotliDecompressSync],
      ['identity', undefined],
    ] as const) {
      const again = await send(served.url, target, { headers: { 'Accept-Encoding': accepted } });
      const isPacked = unpack !== undefined && !isBinary && first.bytes.length > 1_024;
      const coding = isPacked ? accepted.split(', ').at(-1) : undefined;
      expect([target, again.status, again.headers['content-encoding']]).toEqual([target, 200, coding]);
      expect([again.headers.etag, again.headers['content-length']]).toEqual([
        etag,
        String(again.bytes.length),
      ]);
      expect((isPacked ? unpack(again.bytes) : again.bytes).equals(first.bytes)).toBe(true);
    }
  }

  async function expectEvents(target: string, isWrong: boolean): Promise<void> {
    const query = target.slice('/api/v1/events'.length);
    const { response, leave } = await openTestStream(served.url, { query });
    leave();
    expect([target, response.statusCode]).toEqual([target, isWrong ? 422 : 200]);
  }

  it('every operation gives the answer of the model, as the document describes it', async () => {
    /** Statuses of an operation, and words of its parameters, that no answer had yet; an index that is ready gives no 503. */
    const unseen = (): string[] =>
      operations.flatMap(([, { operationId, parameters = [], responses }]) => {
        if (operationId === 'events') return [];
        const expected = Object.keys(responses).filter((status) => !/^(304|500|503|4XX)$/.test(status));
        for (const { name, schema } of parameters)
          for (const word of (schema['enum'] as readonly string[] | undefined) ?? [])
            expected.push(`${name}=${word}`);
        return expected.map((one) => `${operationId} ${one}`).filter((one) => !seen.has(one));
      });
    const ask = (of: Operations, numRuns: number) =>
      fc.assert(fc.asyncProperty(requestsOf(of, textsOf(model.blocks)), expectAnswer), { numRuns });
    // Only the statements of a replica are others: some hundred requests run each of them.
    await ask(operations, served.isReplica ? 300 : 500);
    if (!served.isReplica) {
      // Some answers are rare: their operations are asked until each was seen.
      for (let round = 0; round < 20 && unseen().length > 0; round += 1) {
        const rare = new Set(unseen().map((one) => one.split(' ')[0]));
        const rest = operations.filter(([, { operationId }]) => rare.has(operationId));
        await ask(rest, 100);
      }
      expect(unseen()).toEqual([]);
    }
    expect(served.log).toEqual([]);
  });

  it('no operation accepts another method', async () => {
    const requests = requestsOf(operations, textsOf(model.blocks));
    await fc.assert(
      fc.asyncProperty(requests, fc.constantFrom(...METHODS), async ({ target }, method) => {
        const response = await send(served.url, target, { method });
        expectCommonHeaders(response);
        await served.expectSame?.(target, { method }, response);
        const { status, headers, text } = response;
        if (method === 'HEAD' && /^\/health\b/.test(target)) {
          expect([status, text]).toEqual([200, '']);
          return;
        }
        expect([method, target, status, headers.allow]).toEqual([method, target, 405, 'GET']);
        expect(text).toBe(method === 'HEAD' ? '' : '{"detail":"Method Not Allowed"}');
      }),
      { numRuns: 200 },
    );
  });
}

/** Status and body of a response. */
function received({ status, headers, bytes, text }: TestResponse): Expected {
  return { status, body: headers['content-type'] === 'application/json' ? JSON.parse(text) : bytes };
}

/** Checks responses against a document. @returns what is wrong with one */
function validatorOf(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  ajv.addSchema({ $id: 'document', ...document });
  return (path: string, { status, headers, text }: TestResponse): string | undefined => {
    const type = headers['content-type'] ?? 'none';
    const content = document.paths[path]!['get']!.responses[String(status)]?.content?.[type];
    if (content === undefined) return `${status} ${type} is not declared`;
    if (type !== 'application/json') return undefined;
    const pointer = ['paths', path, 'get', 'responses', String(status), 'content', type, 'schema']
      .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
    const check = ajv.getSchema(`document#${encodeURI(pointer)}`)!;
    return check(JSON.parse(text)) === true ? undefined : ajv.errorsText(check.errors);
  };
}
