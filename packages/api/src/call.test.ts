import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallChecks, readCall } from './call.ts';
import { explorerAdditions, explorerRoutes, validationError } from './explorer/index.ts';
import { HttpError, type RouteDefinition } from './route.ts';
import { rpcRoutes } from './rpc/index.ts';

const { listBlocks, listBlockTransactions, listTransactions, listAddressTransactions, getAddress, health } =
  explorerRoutes;

const CHECKS: CallChecks = {
  notFound: { status: 404, body: {} },
  methodNotAllowed: { status: 405, body: {} },
  queryError: validationError,
  pathError: (code) => new HttpError(code, 400, { error: code }),
  isAddress: (text) => !text.startsWith('1'),
};
const ADDRESS = 'dLhCHA22XoXSswtB78TF1rxQgv3MZQ2iJ3';

const parseQuery = <Route extends RouteDefinition>(route: Route, query: string) =>
  readCall(route, CHECKS, { segments: { address: ADDRESS }, target: `/?${query}` });

/** What `read` throws. */
function errorOf(read: () => unknown): HttpError {
  try {
    read();
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** The issues of a query as they are sent. */
function issuesOf(query: string, route: RouteDefinition = listBlocks): string {
  return JSON.stringify(errorOf(() => parseQuery(route, query)).body['detail']);
}

function issue(type: string, name: string, msg: string, input: string, ctx = ''): string {
  const tail = ctx === '' ? '' : `,"ctx":{${ctx}}`;
  return `[{"type":"${type}","loc":["query","${name}"],"msg":"${msg}","input":${JSON.stringify(input)}${tail}}]`;
}

const PARSING = 'Input should be a valid integer, unable to parse string as an integer';
const above = (name: string, limit: number, input: string): string =>
  issue('less_than_equal', name, `Input should be less than or equal to ${limit}`, input, `"le":${limit}`);
const below = (name: string, limit: number, input: string): string =>
  issue(
    'greater_than_equal',
    name,
    `Input should be greater than or equal to ${limit}`,
    input,
    `"ge":${limit}`,
  );

describe('a query', () => {
  it('fills in defaults, and leaves an optional parameter undefined', () => {
    const defaults = { limit: 10, offset: 0, before_height: undefined };
    expect(parseQuery(listBlocks, '')).toEqual({ body: undefined, ...defaults });
    expect(parseQuery(listAddressTransactions, 'direction=mined')).toMatchObject({
      limit: 25,
      direction: 'mined',
      order: 'newest',
    });
  });

  it.each([
    ['limit=1&offset=2147483647&before_height=4294967295', [1, 2_147_483_647, 4_294_967_295]],
    ['limit=%2B5&offset=007&before_height=-0', [5, 7, 0]],
    ['limit=x&%6cimit=3', [3, 0, undefined]],
    ['&&page=x&Limit=0&?limit=0&__proto__=1&', [10, 0, undefined]],
  ])('accepts %s', (query, [limit, offset, before_height]) => {
    expect(parseQuery(listBlocks, query)).toEqual({ body: undefined, limit, offset, before_height });
  });

  it.each([
    ['limit=0', below('limit', 1, '0')],
    ['limit=-5', below('limit', 1, '-5')],
    ['limit=11', above('limit', 10, '11')],
    ['offset=-1', below('offset', 0, '-1')],
    ['offset=2147483648', above('offset', 2_147_483_647, '2147483648')],
    ['before_height=18446744073709551616', above('before_height', 4_294_967_295, '18446744073709551616')],
    [`limit=${'9'.repeat(5_000)}`, above('limit', 10, '9'.repeat(5_000))],
    ['limit=5&limit=', issue('int_parsing', 'limit', PARSING, '')],
    ...['', ' 5', '5 ', '5.0', '1_0', '1e1', '0x5', '--5', '+', 'null', '٥', '5\u0000', '\ufeff5', '5=5'].map(
      (text) => [`limit=${encodeURIComponent(text)}`, issue('int_parsing', 'limit', PARSING, text)],
    ),
  ])('rejects %s', (query, expected) => {
    expect(issuesOf(query)).toBe(expected);
  });

  it('lists issues in the order of the declaration', () => {
    expect(issuesOf('before_height=x&offset=-1&limit=0')).toMatch(/"limit".*"offset".*"before_height"/);
  });

  it('rejects a word that is not one of a choice', () => {
    const expected = "'in', 'out', 'self' or 'mined'";
    expect(issuesOf('direction=In', listAddressTransactions)).toBe(
      issue('literal_error', 'direction', `Input should be ${expected}`, 'In', `"expected":"${expected}"`),
    );
    expect(issuesOf('kind=', listTransactions)).toContain('"literal_error"');
    expect(parseQuery(explorerAdditions.getSeries, 'step=week&figure=fees')).toMatchObject({ step: 'week' });
  });

  it('rejects a time range that ends before it starts', () => {
    expect(parseQuery(listTransactions, 'from_time=5&to_time=5')).toMatchObject({ from_time: 5, to_time: 5 });
    expect(issuesOf('to_time=4&from_time=5', listTransactions)).toBe(
      issue('value_error', 'from_time', 'Value error, from_time must not be after to_time', '5'),
    );
    expect(issuesOf('limit=x&to_time=4&from_time=5', listTransactions)).toMatch(/int_parsing.*value_error/);
    expect(issuesOf('to_time=x&from_time=5', listTransactions)).toBe(
      issue('int_parsing', 'to_time', PARSING, 'x'),
    );
    // Two that are no times have no order.
    expect(issuesOf('from_time=x&to_time=', listTransactions)).toMatch(/int_parsing.*int_parsing/);
    expect(issuesOf('from_time=4294967296&to_time=5', listTransactions)).toBe(
      above('from_time', 4_294_967_295, '4294967296'),
    );
  });

  it.each([
    ['', 50],
    ['limit=7', 7],
    ['limit=0', 1],
    ['limit=-5', 1],
    [`limit=${'9'.repeat(5_000)}`, 200],
  ])('clamps the limit of the RPC in %s', (query, limit) => {
    expect(parseQuery(rpcRoutes.listAccountTransactions, query)).toMatchObject({ limit });
  });

  it.each(['', '%2B5', '%205', '5.0', '1e1', '-', 'abc'])('rejects the limit %j of the RPC', (text) => {
    expect(issuesOf(`limit=${text}`, rpcRoutes.listAccountTransactions)).toContain('"limit"');
  });

  it('never throws, and never accepts a value out of bounds', () => {
    const query = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.bigInt().map((value) => `limit=${value}&offset=${value}&before_height=${value}`),
    );
    fc.assert(
      fc.property(query, (rawQuery) => {
        let call;
        try {
          call = parseQuery(listBlocks, rawQuery);
        } catch (error) {
          expect(error).toBeInstanceOf(HttpError);
          return;
        }
        const { limit, offset, before_height = 0 } = call;
        expect(limit >= 1 && limit <= 10 && Number.isInteger(limit)).toBe(true);
        expect(offset >= 0 && offset <= 2_147_483_647).toBe(true);
        expect(before_height >= 0 && before_height <= 4_294_967_295).toBe(true);
      }),
    );
  });
});

describe('a path', () => {
  const read = (route: RouteDefinition, segments: Record<string, string>, query = '', isPathFirst = false) =>
    readCall(route, { ...CHECKS, isPathFirst }, { segments, target: `/?${query}` });
  const codeOf = (...call: Parameters<typeof read>) => errorOf(() => read(...call)).code;

  it('gives typed values, or the error of the first malformed one', () => {
    expect(read(listBlockTransactions, { height_or_hash: '05' })).toMatchObject({
      height_or_hash: { kind: 'height', height: 5 },
    });
    expect(read(health, {})).toEqual({ body: undefined });
    expect(codeOf(getAddress, {})).toBe('invalid_address');
    expect(codeOf(rpcRoutes.getBlock, { height: '-1' })).toBe('invalid_height');
  });

  it('may have an address of another network', () => {
    expect(codeOf(getAddress, { address: `1${ADDRESS.slice(1)}` })).toBe('invalid_address');
  });

  it('is checked after the query, or before it', () => {
    expect(codeOf(listAddressTransactions, { address: 'x' }, 'limit=x')).toBe('validation_error');
    expect(codeOf(listAddressTransactions, { address: 'x' }, 'limit=x', true)).toBe('invalid_address');
  });
});
