import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explorerAdditions } from '../explorer/additions.ts';
import { explorerRoutes } from '../explorer/routes.ts';
import { rpcRoutes } from '../rpc/routes.ts';
import { parseRawQuery, validateQuery } from './validate-query.ts';

const { listBlocks, listTransactions, getBlock } = explorerRoutes;

/** The bytes of the 422, or the values. */
function answer(rawQuery: string): string {
  const result = validateQuery(listBlocks, rawQuery);
  return JSON.stringify(result.ok ? result.value : result.body);
}

function issue(type: string, name: string, message: string, input: string, ctx = ''): string {
  const tail = ctx === '' ? '' : `,"ctx":{${ctx}}`;
  return `{"type":"${type}","loc":["query","${name}"],"msg":"${message}","input":${JSON.stringify(input)}${tail}}`;
}

const NOT_AN_INTEGER = 'Input should be a valid integer, unable to parse string as an integer';
const TOO_LONG = 'Unable to parse input string as an integer, exceeded maximum size';

describe('validateQuery', () => {
  it('fills in defaults, and leaves an optional parameter undefined', () => {
    const defaults = { limit: 10, offset: 0, before_height: undefined };
    expect(validateQuery(listBlocks, '')).toEqual({ ok: true, value: defaults });
    expect(validateQuery(listBlocks, undefined)).toEqual({ ok: true, value: defaults });
    expect(validateQuery(listTransactions, '')).toEqual({ ok: true, value: { limit: 25, offset: 0 } });
    expect(validateQuery(getBlock, 'limit=0')).toEqual({ ok: true, value: {} });
  });

  it.each([
    ['limit=1&offset=2147483647&before_height=4294967295', [1, 2_147_483_647, 4_294_967_295]],
    ['limit=10&offset=0&before_height=0', [10, 0, 0]],
    ['limit=5.0&offset=05&before_height=%2B5', [5, 5, 5]],
    ['limit=%201%20&offset=1_0', [1, 10, undefined]],
    ['limit=+5+', [5, 0, undefined]],
    ['offset=-0', [10, 0, undefined]],
    ['%6cimit=3', [3, 0, undefined]],
  ])('accepts %s', (query, [limit, offset, before_height]) => {
    expect(validateQuery(listBlocks, query)).toEqual({ ok: true, value: { limit, offset, before_height } });
  });

  it.each([
    [
      'limit=0',
      issue('greater_than_equal', 'limit', 'Input should be greater than or equal to 1', '0', '"ge":1'),
    ],
    [
      'limit=-0',
      issue('greater_than_equal', 'limit', 'Input should be greater than or equal to 1', '-0', '"ge":1'),
    ],
    [
      'limit=11',
      issue('less_than_equal', 'limit', 'Input should be less than or equal to 10', '11', '"le":10'),
    ],
    [
      'offset=-1',
      issue('greater_than_equal', 'offset', 'Input should be greater than or equal to 0', '-1', '"ge":0'),
    ],
    [
      'offset=2147483648',
      issue(
        'less_than_equal',
        'offset',
        'Input should be less than or equal to 2147483647',
        '2147483648',
        '"le":2147483647',
      ),
    ],
    [
      'before_height=4294967296',
      issue(
        'less_than_equal',
        'before_height',
        'Input should be less than or equal to 4294967295',
        '4294967296',
        '"le":4294967295',
      ),
    ],
    [
      'limit=%20011%20',
      issue('less_than_equal', 'limit', 'Input should be less than or equal to 10', ' 011 ', '"le":10'),
    ],
    ['limit', issue('int_parsing', 'limit', NOT_AN_INTEGER, '')],
    ['limit=', issue('int_parsing', 'limit', NOT_AN_INTEGER, '')],
    ['before_height=', issue('int_parsing', 'before_height', NOT_AN_INTEGER, '')],
    ['before_height=null', issue('int_parsing', 'before_height', NOT_AN_INTEGER, 'null')],
    ['limit=5=5', issue('int_parsing', 'limit', NOT_AN_INTEGER, '5=5')],
    ['limit=%22%5C%0a%01%7f%C3%A9', issue('int_parsing', 'limit', NOT_AN_INTEGER, '"\\\n\u0001\u007fé')],
    ['limit=%ff%', issue('int_parsing', 'limit', NOT_AN_INTEGER, '\ufffd%')],
    ['limit=%EF%BB%BF5', issue('int_parsing', 'limit', NOT_AN_INTEGER, '\ufeff5')],
  ])('refuses %s with FastAPI’s bytes', (query, expected) => {
    expect(answer(query)).toBe(`{"detail":[${expected}]}`);
  });

  it('compares integers of any size exactly', () => {
    const huge = '9'.repeat(4300);
    const expected = issue(
      'less_than_equal',
      'limit',
      'Input should be less than or equal to 10',
      huge,
      '"le":10',
    );
    expect(answer(`limit=${huge}`)).toBe(`{"detail":[${expected}]}`);
    const low = `-${'9'.repeat(4299)}`;
    const below = issue(
      'greater_than_equal',
      'limit',
      'Input should be greater than or equal to 1',
      low,
      '"ge":1',
    );
    expect(answer(`limit=${low}`)).toBe(`{"detail":[${below}]}`);
  });

  it('refuses more than 4,300 digits as too many', () => {
    const long = '1'.repeat(4301);
    expect(answer(`limit=${long}`)).toBe(
      `{"detail":[${issue('int_parsing_size', 'limit', TOO_LONG, long)}]}`,
    );
  });

  it('lists errors in declaration order, regardless of the order of the query', () => {
    const result = validateQuery(listBlocks, 'before_height=x&offset=-1&limit=0');
    expect(!result.ok && result.status).toBe(422);
    expect(!result.ok && result.body.detail.map(({ loc }) => loc[1])).toEqual([
      'limit',
      'offset',
      'before_height',
    ]);
  });

  it('takes the last of a repeated parameter', () => {
    expect(validateQuery(listBlocks, 'limit=99&limit=2').ok).toBe(true);
    expect(answer('limit=2&limit=x')).toBe(
      `{"detail":[${issue('int_parsing', 'limit', NOT_AN_INTEGER, 'x')}]}`,
    );
    expect(answer('limit=2&%6cimit=')).toBe(
      `{"detail":[${issue('int_parsing', 'limit', NOT_AN_INTEGER, '')}]}`,
    );
  });

  it('ignores unknown parameters and empty parts', () => {
    expect(answer('&&page=x&Limit=0&?limit=0&__proto__=1&')).toBe('{"limit":10,"offset":0}');
    expect(answer('?limit=0')).toBe('{"limit":10,"offset":0}');
  });

  it('passes parameters of other kinds through as text', () => {
    const result = validateQuery(rpcRoutes.listAccountTransactions, 'cursor=latest&limit=abc');
    expect(result).toEqual({ ok: true, value: { limit: 'abc', cursor: 'latest' } });
  });

  it('reads a choice as FastAPI reads a literal', () => {
    const { getSeries } = explorerAdditions;
    expect(validateQuery(getSeries, 'step=week&figure=fees')).toMatchObject({
      ok: true,
      value: { figure: 'fees', step: 'week', from: undefined, count: 90 },
    });
    const refused = validateQuery(getSeries, 'step=Day&figure=');
    expect(!refused.ok && refused.body.detail.map(({ type, loc, input }) => [type, loc[1], input])).toEqual([
      ['literal_error', 'figure', ''],
      ['literal_error', 'step', 'Day'],
    ]);
    expect(!refused.ok && JSON.stringify(refused.body.detail[1])).toBe(
      `{"type":"literal_error","loc":["query","step"],"msg":"Input should be 'hour', 'day' or 'week'","input":"Day","ctx":{"expected":"'hour', 'day' or 'week'"}}`,
    );
  });

  it('never throws, and never accepts a value out of bounds', () => {
    const query = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string().map((text) => `limit=${text}&offset=${text}`),
      fc.bigInt().map((value) => `limit=${value}&offset=${value}&before_height=${value}`),
    );
    fc.assert(
      fc.property(query, (rawQuery) => {
        const result = validateQuery(listBlocks, rawQuery);
        if (!result.ok) return;
        const { limit, offset, before_height } = result.value;
        expect(limit >= 1 && limit <= 10 && Number.isInteger(limit)).toBe(true);
        expect(offset >= 0 && offset <= 2_147_483_647).toBe(true);
        expect(before_height === undefined || (before_height >= 0 && before_height <= 4_294_967_295)).toBe(
          true,
        );
      }),
    );
  });
});

describe('parseRawQuery', () => {
  it('parses the output of URLSearchParams', () => {
    const pairs = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
    fc.assert(
      fc.property(pairs, (values) => {
        const written = new URLSearchParams(values).toString();
        expect(Object.fromEntries(parseRawQuery(written))).toEqual({ ...values });
      }),
    );
  });
});
