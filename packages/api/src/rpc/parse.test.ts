import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHeight, parseHistoryLimit, parseSubmitBody } from './parse.ts';

describe('parseHistoryLimit', () => {
  it.each([
    [undefined, 50],
    ['1', 1],
    ['200', 200],
    ['007', 7],
    ['0', 1],
    ['-0', 1],
    ['-5', 1],
    ['201', 200],
    ['9'.repeat(5000), 200],
    [`-${'9'.repeat(5000)}`, 1],
  ])('reads %j, clamped', (text, value) => {
    expect(parseHistoryLimit(text)).toEqual({ ok: true, value });
  });

  it.each(['', '+5', ' 5', '5 ', '5\n', '5.0', '1e1', '1_0', '0x5', '--5', '-', 'abc', 'null', '٥', '５'])(
    'refuses %j',
    (text) => {
      expect(parseHistoryLimit(text)).toEqual({ ok: false, error: 'invalid_limit' });
    },
  );

  it('clamps every integer to 1–200', () => {
    fc.assert(
      fc.property(fc.bigInt(), (given) => {
        const expected = given < 1n ? 1 : given > 200n ? 200 : Number(given);
        expect(parseHistoryLimit(String(given))).toEqual({ ok: true, value: expected });
      }),
    );
  });
});

describe('parseHeight', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    ['007', 7],
    ['4294967295', 4_294_967_295],
  ])('reads %j', (text, value) => {
    expect(parseHeight(text)).toEqual({ ok: true, value });
  });

  it.each(['4294967296', '9'.repeat(5000)])(
    'reads a well-formed height above uint32, which no chain has, as undefined',
    (text) => {
      expect(parseHeight(text)).toEqual({ ok: true, value: undefined });
    },
  );

  it.each(['', '-1', '-0', '+1', ' 1', '1\n', '1.0', '1e1', '0x1', '1_0', 'latest', '٥', 'ab'.repeat(32)])(
    'refuses %j',
    (text) => {
      expect(parseHeight(text)).toEqual({ ok: false, error: 'invalid_height' });
    },
  );
});

const RAW = '0a'.repeat(213);

describe('parseSubmitBody', () => {
  it('returns the 213 bytes in either case, and ignores other fields', () => {
    const expected = { ok: true, value: new Uint8Array(213).fill(10) };
    expect(parseSubmitBody(JSON.stringify({ raw: RAW }))).toEqual(expected);
    expect(parseSubmitBody(JSON.stringify({ raw: RAW.toUpperCase(), extra: 1 }))).toEqual(expected);
    expect(parseSubmitBody(new TextEncoder().encode(JSON.stringify({ raw: RAW })))).toEqual(expected);
  });

  it.each([
    '',
    'null',
    '5',
    '"raw"',
    '[]',
    '{}',
    '{"raw"',
    'raw=00',
    RAW,
    '[{"raw":"00"}]',
    '{"raw":null}',
    '{"raw":5}',
    '{"raw":["00"]}',
    '{"raw":{"raw":"00"}}',
    '{"Raw":"00"}',
    '{"__proto__":{"raw":"00"}}',
  ])('calls %s badly encoded', (body) => {
    expect(parseSubmitBody(body)).toEqual({ ok: false, error: 'invalid_transaction_encoding' });
  });

  it.each([
    ['an odd number of characters', RAW.slice(1)],
    ['a bad tail', `${RAW.slice(0, -2)}zz`],
    ['a prefix', `0x${RAW}`],
    ['spaces around', ` ${RAW} `],
    ['a line end', `${RAW}\n`],
    ['base64', btoa(RAW)],
  ])('calls hex with %s badly encoded', (_, raw) => {
    expect(parseSubmitBody(JSON.stringify({ raw }))).toEqual({
      ok: false,
      error: 'invalid_transaction_encoding',
    });
  });

  it('calls bytes that are not UTF-8 badly encoded', () => {
    const body = new TextEncoder().encode(JSON.stringify({ raw: RAW }));
    body[12] = 0xff;
    expect(parseSubmitBody(body)).toEqual({ ok: false, error: 'invalid_transaction_encoding' });
  });

  it.each([0, 1, 85, 212, 214, 400_000])('reports %i bytes instead of 213', (actual) => {
    const body = JSON.stringify({ raw: 'ab'.repeat(actual) });
    expect(parseSubmitBody(body)).toEqual({ ok: false, error: 'invalid_transaction_length', actual });
  });

  it('decodes any 213 bytes, and never throws on anything', () => {
    const bytes = fc.uint8Array({ minLength: 213, maxLength: 213 });
    fc.assert(
      fc.property(bytes, (value) => {
        expect(parseSubmitBody(JSON.stringify({ raw: Buffer.from(value).toString('hex') }))).toEqual({
          ok: true,
          value,
        });
      }),
    );
    const junk = fc.oneof(
      fc.string(),
      fc.json(),
      fc.uint8Array(),
      fc.string().map((raw) => JSON.stringify({ raw })),
    );
    fc.assert(
      fc.property(junk, (body) => {
        expect(parseSubmitBody(body)).toHaveProperty('ok');
      }),
    );
    expect(parseSubmitBody('['.repeat(500_000)).ok).toBe(false);
  });
});
