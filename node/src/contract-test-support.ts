/** For tests only: generated requests for the operations of an OpenAPI document, and what it says of their responses. */
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from '@cairn/api/openapi';
import type { TestResponse } from '@cairn/http/test-support';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';

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

/** Checks responses against a document. @returns what is wrong with one */
export function validatorOf(document: OpenApiDocument) {
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
