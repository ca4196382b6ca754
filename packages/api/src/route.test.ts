import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explorerAdditions, explorerRoutes } from './explorer/index.ts';
import { parsePath, parseQuery } from './route.ts';
import { rpcRoutes } from './rpc/index.ts';

const { listBlocks, listBlockTransactions, listTransactions, listAddressTransactions, getAddress, health } =
  explorerRoutes;

/** The issues as they are sent, or the values. */
function answer(rawQuery: string, route: Parameters<typeof parseQuery>[0] = listBlocks): string {
  const result = parseQuery(route, rawQuery);
  return JSON.stringify(result.ok ? result.value : result.issues);
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

describe('parseQuery', () => {
  it('fills in defaults, and leaves an optional parameter undefined', () => {
    const defaults = { limit: 10, offset: 0, before_height: undefined };
    expect(parseQuery(listBlocks, '')).toEqual({ ok: true, value: defaults });
    expect(parseQuery(listAddressTransactions, 'direction=mined')).toMatchObject({
      ok: true,
      value: { limit: 25, direction: 'mined', order: 'newest' },
    });
  });

  it.each([
    ['limit=1&offset=2147483647&before_height=4294967295', [1, 2_147_483_647, 4_294_967_295]],
    ['limit=%2B5&offset=007&before_height=-0', [5, 7, 0]],
    ['limit=x&%6cimit=3', [3, 0, undefined]],
    ['&&page=x&Limit=0&?limit=0&__proto__=1&', [10, 0, undefined]],
  ])('accepts %s', (query, [limit, offset, before_height]) => {
    expect(parseQuery(listBlocks, query)).toEqual({ ok: true, value: { limit, offset, before_height } });
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
    expect(answer(query)).toBe(expected);
  });

  it('lists issues in the order of the declaration', () => {
    const result = parseQuery(listBlocks, 'before_height=x&offset=-1&limit=0');
    expect(!result.ok && result.issues.map(({ loc }) => loc[1])).toEqual([
      'limit',
      'offset',
      'before_height',
    ]);
  });

  it('rejects a word that is not one of a choice', () => {
    const expected = "'in', 'out', 'self' or 'mined'";
    expect(answer('direction=In', listAddressTransactions)).toBe(
      issue('literal_error', 'direction', `Input should be ${expected}`, 'In', `"expected":"${expected}"`),
    );
    expect(answer('kind=', listTransactions)).toContain('"literal_error"');
    expect(answer('step=week&figure=fees', explorerAdditions.getSeries)).toContain('"step":"week"');
  });

  it('rejects a time range that ends before it starts', () => {
    expect(answer('from_time=5&to_time=5', listTransactions)).toContain('"from_time":5,"to_time":5');
    expect(answer('to_time=4&from_time=5', listTransactions)).toBe(
      issue('value_error', 'from_time', 'Value error, from_time must not be after to_time', '5'),
    );
    expect(answer('limit=x&to_time=4&from_time=5', listTransactions)).toMatch(/int_parsing.*value_error/);
    expect(answer('to_time=x&from_time=5', listTransactions)).toBe(
      issue('int_parsing', 'to_time', PARSING, 'x'),
    );
    // Two that are no times have no order.
    expect(answer('from_time=x&to_time=', listTransactions)).toMatch(/int_parsing.*int_parsing/);
    expect(answer('from_time=4294967296&to_time=5', listTransactions)).toBe(
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
    expect(parseQuery(rpcRoutes.listAccountTransactions, query)).toMatchObject({
      ok: true,
      value: { limit },
    });
  });

  it.each(['', '%2B5', '%205', '5.0', '1e1', '-', 'abc'])('rejects the limit %j of the RPC', (text) => {
    expect(parseQuery(rpcRoutes.listAccountTransactions, `limit=${text}`).ok).toBe(false);
  });

  it('never throws, and never accepts a value out of bounds', () => {
    const query = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.bigInt().map((value) => `limit=${value}&offset=${value}&before_height=${value}`),
    );
    fc.assert(
      fc.property(query, (rawQuery) => {
        const result = parseQuery(listBlocks, rawQuery);
        if (!result.ok) return;
        const { limit, offset, before_height = 0 } = result.value;
        expect(limit >= 1 && limit <= 10 && Number.isInteger(limit)).toBe(true);
        expect(offset >= 0 && offset <= 2_147_483_647).toBe(true);
        expect(before_height >= 0 && before_height <= 4_294_967_295).toBe(true);
      }),
    );
  });
});

describe('parsePath', () => {
  it('returns typed values, or the error of the first malformed one', () => {
    expect(parsePath(listBlockTransactions, { height_or_hash: '05' })).toEqual({
      ok: true,
      value: { height_or_hash: { kind: 'height', height: 5 } },
    });
    expect(parsePath(health, {})).toEqual({ ok: true, value: {} });
    expect(parsePath(getAddress, {})).toEqual({ ok: false, error: 'invalid_address' });
    expect(parsePath(rpcRoutes.getBlock, { height: '-1' })).toEqual({ ok: false, error: 'invalid_height' });
  });
});
