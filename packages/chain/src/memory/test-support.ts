/** For tests only: generated requests for an interface, and the same request to a chain in memory and to a server. */
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from '@cairn/api/openapi';
import type { TestRequest, TestResponse } from '@cairn/http/test-support';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { MemoryChain } from './memory-chain.ts';

/** The headers of the contract; the others are a transport's. */
const HEADERS = ['content-type', 'cache-control', 'etag', 'allow', 'retry-after'];

/** Expects that a chain in memory answers a request, byte for byte, as a server has. @param name of the interface */
export async function expectSame(
  chain: Pick<MemoryChain, 'handle'>,
  name: string,
  target: string,
  { method = 'GET', headers = {}, body = '' }: TestRequest,
  served: TestResponse,
): Promise<void> {
  const response = await chain.handle(name, {
    method,
    target,
    headers: Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header.toLowerCase(), String(value)]),
    ),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    signal: new AbortController().signal,
  });
  const own = new Headers(response.headers);
  expect([target, response.status, HEADERS.map((header) => own.get(header) ?? undefined)]).toEqual([
    target,
    served.status,
    HEADERS.map((header) => served.headers[header]),
  ]);
  const bytes = Buffer.from(await new Response(response.body).arrayBuffer());
  if (!bytes.equals(served.bytes)) expect([target, bytes.toString()]).toEqual([target, served.text]);
}

/** Any but halves of a pair. The library's own such unit takes a second and 150 MB to begin with. */
const CHARACTER = fc
  .nat(0x10_ff_ff)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => character.isWellFormed());

/** Any text that a URL can contain, and text that resembles a value. */
const JUNK = fc.oneof(
  fc.string({ unit: CHARACTER, maxLength: 12 }).map(encodeLoosely),
  fc.constantFrom(
    '',
    '%',
    '%ff',
    '%00',
    '%c0%af',
    '%2e',
    '+1',
    '%2B1',
    '-0',
    '-1',
    '1e3',
    '0x1',
    '5.0',
    '1_0',
  ),
  fc.constantFrom('%20', ';', "'", '%D9%A1', '00', '9'.repeat(5_000)),
  fc.stringMatching(/^[0-9a-fA-F]{63,65}$/),
  fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{33,35}$/),
  fc.bigInt({ min: -1n, max: 2n ** 65n }).map(String),
);
/** Escapes only characters outside ASCII, and those that would end the path or the request line. */
function encodeLoosely(text: string): string {
  const escape = (one: string): string => Buffer.from(one).toString('hex').replaceAll(/../g, '%$&');
  return Array.from(text)
    .map((one) => (/^[!$-\-0-9:;<=>@-[\]-~]$/.test(one) ? one : escape(one)))
    .join('');
}

/** Each operation of a document that reads, with its path. */
export type Operations = readonly (readonly [path: string, operation: OpenApiOperation])[];

export function operationsOf({ paths }: OpenApiDocument): Operations {
  return Object.entries(paths).flatMap(([path, { get }]) => (get === undefined ? [] : [[path, get]]));
}

/** A request for an operation. */
export interface OperationRequest {
  readonly path: string;
  readonly operation: OpenApiOperation;
  readonly target: string;
  /** The parameters of the path, as a server decodes them. */
  readonly segments: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/**
 * Requests for operations, with values that exist in a chain, that are possible, and that are not.
 * @param texts values that exist, by parameter
 */
export function requestsOf(
  operations: Operations,
  texts: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<OperationRequest> {
  const valuesOf = ({ name, schema }: OpenApiParameter): fc.Arbitrary<string> => {
    const known = (schema['enum'] as readonly string[] | undefined) ?? texts[name];
    const values = known === undefined ? [] : [{ weight: 8, arbitrary: fc.constantFrom(...known) }];
    if (schema['type'] !== 'integer') return fc.oneof(...values, { weight: 2, arbitrary: JUNK });
    const { minimum, maximum } = schema as { minimum: number; maximum: number };
    const small = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 12) }).map(String);
    const edges = [minimum - 1, minimum, maximum, `0${maximum}`, maximum + 1].map(String);
    return fc.oneof(...values, { weight: 8, arbitrary: small }, fc.constantFrom(...edges), JUNK);
  };
  return fc.constantFrom(...operations).chain(([path, operation]) => {
    const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'header');
    const values = parameters.map((one) => [one.name, fc.option(valuesOf(one), { nil: undefined, freq: 2 })]);
    const all = fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string | undefined>>);
    return fc.tuple(all, fc.integer({ min: 1, max: 10 })).map(([given, chance]) => {
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] || 'x');
      const names = parameters.filter((one) => one.in === 'query' && given[one.name] !== undefined);
      const pairs = names.map(({ name }) => `${name}=${given[name]!.replaceAll('&', '%26')}`);
      const query = (
        chance === 1 ? ['unknown=1', ...names.map(({ name }) => `${name}=x`), ...pairs] : pairs
      ).join('&');
      const segments = parameters.filter((one) => one.in === 'path');
      return {
        path,
        operation,
        target: query === '' ? target : `${target}?${query}`,
        segments: Object.fromEntries(segments.map(({ name }) => [name, decode(given[name] || 'x')])),
        query: new URLSearchParams(query),
      };
    });
  });
}

/** A path segment; literally if it cannot be decoded. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
