import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explorerRoutes } from '../explorer/index.ts';
import { fillPathTemplate, parsePathValues } from './path-template.ts';

const TEMPLATE = '/api/v1/blocks/{height_or_hash}/transactions';

describe('parsePathValues', () => {
  const { listBlockTransactions, getAddress, health } = explorerRoutes;

  it('returns typed values', () => {
    expect(parsePathValues(listBlockTransactions, { height_or_hash: '05' })).toEqual({
      ok: true,
      value: { height_or_hash: { kind: 'height', height: 5 } },
    });
    expect(parsePathValues(health, {})).toEqual({ ok: true, value: {} });
  });

  it('returns the error of the first malformed value', () => {
    expect(parsePathValues(listBlockTransactions, { height_or_hash: '-5' })).toEqual({
      ok: false,
      error: 'invalid_block_reference',
    });
    expect(parsePathValues(getAddress, { address: undefined })).toEqual({
      ok: false,
      error: 'invalid_address',
    });
  });
});

describe('fillPathTemplate', () => {
  it('percent-encodes values, and decoding restores them', () => {
    const value = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text !== '.' && text !== '..');
    fc.assert(
      fc.property(value, (text) => {
        const path = fillPathTemplate(TEMPLATE, { height_or_hash: text });
        // A URL parser keeps it as one segment.
        const segments = new URL(path, 'http://node').pathname.split('/');
        expect(segments).toHaveLength(6);
        expect(decodeURIComponent(segments[4]!)).toBe(text);
      }),
    );
  });

  it.each(['', '.', '..', undefined])('refuses %j, which cannot be a path segment', (value) => {
    expect(() => fillPathTemplate(TEMPLATE, { height_or_hash: value })).toThrow(TypeError);
  });
});
