import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from '@cairn/api/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNTS, mineTestBlock, transfer } from '../chain/test-support.ts';
import { startSqliteProjection, type Projection } from '../projection/index.ts';
import { openTestStream } from './events/test-support.ts';
import {
  SAMPLE_TIP,
  SAMPLE_TRANSFER_IDS,
  startSampleExplorer,
  startTestExplorer,
  type SampleExplorer,
} from './test-support.ts';

/** Any text that a URL can contain, and text that resembles a value. */
const JUNK = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }).map(encodeLoosely),
  fc.constantFrom(
    '%',
    '%ff',
    '%00',
    '%c0%af',
    '..',
    '%2e%2e',
    '+1',
    '-1',
    '1e3',
    '0x1',
    '1.0',
    '%20',
    '\\',
    ';',
    "'",
  ),
  fc.stringMatching(/^[0-9a-fA-F]{63,65}$/),
  fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{33,35}$/),
  fc.bigInt({ min: -1n, max: 2n ** 65n }).map(String),
);
const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

let explorer: SampleExplorer;
/** Operation and status of each answer. */
const seen = new Set<string>();
let document: OpenApiDocument;
let operations: [path: string, operation: OpenApiOperation][];
let validate: (pointer: string, value: unknown) => string | undefined;

beforeAll(async () => {
  explorer = await startSampleExplorer();
  document = (await explorer.get('/openapi.json')).json as OpenApiDocument;
  operations = Object.entries(document.paths).map(([path, { get }]) => [path, get!]);
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  ajv.addSchema({ $id: 'document', ...document });
  validate = (pointer, value) => {
    const check = ajv.getSchema(`document#${pointer}`)!;
    return check(value) === true ? undefined : ajv.errorsText(check.errors);
  };
});

afterAll(() => explorer.close());

/** Escapes only characters outside ASCII, and those that would end the path or the request line. */
function encodeLoosely(text: string): string {
  return Array.from(text)
    .map((character) => (/^[!$-.0-9:;<=>@-~]$/.test(character) ? character : encodeBytes(character)))
    .join('');
}

function encodeBytes(character: string): string {
  return Buffer.from(character).toString('hex').replaceAll(/../g, '%$&');
}

/** Values of a parameter: existing, possible and invalid ones. */
function valuesOf({ name, schema }: OpenApiParameter): fc.Arbitrary<string> {
  const known: Record<string, readonly string[]> = {
    height_or_hash: ['0', String(SAMPLE_TIP), explorer.ids[3]!, String(SAMPLE_TIP + 1)],
    prefix: [explorer.ids[3]!.slice(0, 7), ACCOUNTS[1]!.address.slice(0, 6), 'f'.repeat(6)],
    txid: [...SAMPLE_TRANSFER_IDS, 'f'.repeat(64)],
    time: ['0', '1767225600', '4294967295'],
    address: ACCOUNTS.map(({ address }) => address),
    before: ['0-0', '0-1', `${SAMPLE_TIP}-0`, `${SAMPLE_TIP}-1`, '1', '4294967296-0'],
  };
  if (schema['type'] === 'integer') {
    const { minimum = 0, maximum = 0 } = schema as { minimum?: number; maximum?: number };
    const near = fc.integer({ min: minimum - 1, max: Math.min(maximum, minimum + 120) + 1 }).map(String);
    const edges = fc.constantFrom(String(minimum), String(maximum), String(maximum + 1), '', '5.0', '1_0');
    return fc.oneof({ weight: 3, arbitrary: near }, edges, JUNK);
  }
  const values = (schema['enum'] as readonly string[] | undefined) ?? known[name]!;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, JUNK);
}

interface Request {
  readonly path: string;
  readonly operation: OpenApiOperation;
  readonly target: string;
}

/** A request for one of the document's operations. */
function requests(): fc.Arbitrary<Request> {
  return fc.constantFrom(...operations).chain(([path, operation]) => {
    const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'header');
    const values = Object.fromEntries(
      parameters.map((one) => [one.name, fc.option(valuesOf(one), { nil: undefined })]),
    );
    return fc.record(values).map((given) => ({ path, operation, target: fill(path, parameters, given) }));
  });
}

function fill(
  path: string,
  parameters: OpenApiParameter[],
  given: Record<string, string | undefined>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] || 'x');
  const query = parameters
    .filter((one) => one.in === 'query' && given[one.name] !== undefined)
    .map(({ name }) => `${name}=${given[name]!.replaceAll('&', '%26')}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** Checks status, type and body of an answer against the document. */
async function expectDeclared({ path, operation, target }: Request): Promise<void> {
  if (path === '/api/v1/events') return expectEvents(target);
  const { status, headers, text, bytes } = await explorer.get(target);
  seen.add(`${operation.operationId} ${status}`);
  if (status === 404 && text === '{"detail":"Not Found"}') {
    expect([target, target.includes('..') || target.includes('\\')]).toEqual([target, true]);
    return;
  }
  const declared = operation.responses[String(status)];
  expect([target, status, declared?.description]).toEqual([target, status, expect.any(String)]);
  const type = headers['content-type']!;
  const content = declared!.content?.[type];
  expect([target, type, content]).toEqual([target, type, expect.any(Object)]);
  if (type !== 'application/json') {
    expect(bytes.length).toBe(Number(headers['content-length']));
    return;
  }
  const pointer = ['paths', path, 'get', 'responses', String(status), 'content', type, 'schema']
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
    .replaceAll('{', '%7B')
    .replaceAll('}', '%7D');
  expect([target, validate(pointer, JSON.parse(text))]).toEqual([target, undefined]);
}

async function expectEvents(target: string): Promise<void> {
  const query = target.slice('/api/v1/events'.length);
  const { response, leave } = await openTestStream(explorer.url, { query });
  leave();
  expect([target, response.statusCode]).toEqual([target, expect.toBeOneOf([200, 422])]);
}

it('every operation answers any request as the document describes', async () => {
  const answered = operations.filter(([, { operationId }]) => operationId !== 'events');
  const unseenOf = ({ operationId, responses }: OpenApiOperation): string[] =>
    Object.keys(responses).filter(
      (status) => !['304', '500', '4XX'].includes(status) && !seen.has(`${operationId} ${status}`),
    );
  // Without a projection the indexed routes never succeed; a replica's database is always available, but has no proofs.
  const neverOf = ({ operationId, tags, responses }: OpenApiOperation): string[] => {
    const fails = tags.includes('indexed') || seen.has(`${operationId} 503`);
    return (fails ? ['200', '404'] : ['503']).filter((one) => one in responses);
  };
  const outcomes = () => answered.map(([, one]) => [one.operationId, unseenOf(one)]);
  const expected = () => answered.map(([, one]) => [one.operationId, neverOf(one)]);
  // Some answers are rare: by chance, the first round may lack one.
  for (let round = 1; round <= 10; round += 1) {
    await fc.assert(fc.asyncProperty(requests(), expectDeclared), { numRuns: 500 });
    if (isDeepStrictEqual(outcomes(), expected())) break;
  }
  expect(outcomes()).toEqual(expected());
  expect(explorer.log).toEqual([]);
});

it('no operation accepts another method', async () => {
  await fc.assert(
    fc.asyncProperty(requests(), fc.constantFrom(...METHODS), async ({ target }, method) => {
      const { status, headers, text } = await explorer.get(target, { method });
      if (status === 404 && (target.includes('..') || target.includes('\\'))) return;
      if (method === 'HEAD' && target === '/health') {
        expect(status).toBe(200);
        return;
      }
      expect([method, target, status, headers.allow]).toEqual([method, target, 405, 'GET']);
      expect(text).toBe(method === 'HEAD' ? '' : '{"detail":"Method Not Allowed"}');
    }),
    { numRuns: 300 },
  );
});

it('every indexed operation answers as the document describes once its index is ready', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'cairn-walk-')), 'projection.sqlite');
  let projection: Projection | undefined;
  const indexed = await startTestExplorer(({ chain, logger }) => {
    const started = startSqliteProjection({ chain, path, logger });
    projection = started;
    return { indexStatus: () => started.status(), index: () => started.reader() };
  });
  const full = explorer;
  explorer = { ...full, ...indexed };
  try {
    await mineTestBlock(indexed.testChain.chain, [transfer({ from: 1, to: 2, nonce: 1 })]);
    await expect.poll(() => projection!.status()).toMatchObject({ state: 'ready', indexedHeight: 1 });
    const all = operations;
    operations = all.filter(([, { tags }]) => tags.includes('indexed'));
    seen.clear();
    // The requests are random: until each operation has had one that it accepts.
    const isOpen = ([, { operationId }]: (typeof all)[number]): boolean => !seen.has(`${operationId} 200`);
    for (let round = 0; round < 10 && (round === 0 || operations.some(isOpen)); round += 1)
      await fc.assert(fc.asyncProperty(requests(), expectDeclared), { numRuns: 300 });
    expect(operations.filter(isOpen)).toEqual([]);
    operations = all;
    expect([...seen].filter((one) => one.endsWith(' 503'))).toEqual([]);
  } finally {
    explorer = full;
    await projection?.close();
    await indexed.close();
    rmSync(dirname(path), { recursive: true });
  }
});
