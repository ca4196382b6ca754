import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPathTemplate, parsePathTemplate } from './path-template.ts';

const TEMPLATE = '/api/v1/blocks/{height_or_hash}/transactions';

describe('parsePathTemplate', () => {
  it('gives names, Fastify’s notation and an anchored pattern', () => {
    const path = parsePathTemplate(TEMPLATE);
    expect(path.names).toEqual(['height_or_hash']);
    expect(path.fastify).toBe('/api/v1/blocks/:height_or_hash/transactions');
    expect(path.pattern.source).toMatch(/^\^.*\$$/);
  });

  it.each([
    ['/api/v1/blocks/5/transactions', { height_or_hash: '5' }],
    ['/api/v1/blocks/%35/transactions', { height_or_hash: '5' }],
    ['/api/v1/blocks/a%2Fb/transactions', { height_or_hash: 'a/b' }],
    ['/api/v1/blocks//transactions', undefined],
    ['/api/v1/blocks/5/transactions/', undefined],
    ['/api/v1/blocks/5/6/transactions', undefined],
    ['/x/api/v1/blocks/5/transactions', undefined],
    ['/api/v1/blocks/5/transactionsX', undefined],
    ['/api/v1/blocks/5/transactions\n', undefined],
    ['/api/v1/blocks/%ff/transactions', undefined],
  ])('matches %j as a whole path or not at all', (path, expected) => {
    expect(parsePathTemplate(TEMPLATE).match(path)).toEqual(expected);
  });

  it('takes a dot in a template for a dot', () => {
    expect(parsePathTemplate('/openapi.json').match('/openapiXjson')).toBeUndefined();
    expect(parsePathTemplate('/openapi.json').match('/openapi.json')).toEqual({});
  });

  it.each(['', 'health', '/a/{', '/a/{B}', '/a/{b', '/{a}/{a}'])('refuses the template %j', (template) => {
    expect(() => parsePathTemplate(template)).toThrow(RangeError);
  });
});

describe('fillPathTemplate', () => {
  it('percent-encodes what it fills in, and matching gives it back', () => {
    const value = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text !== '.' && text !== '..');
    const template = parsePathTemplate(TEMPLATE);
    fc.assert(
      fc.property(value, (text) => {
        const path = fillPathTemplate(TEMPLATE, { height_or_hash: text });
        expect(template.match(path)).toEqual({ height_or_hash: text });
        // It stays one segment through a URL parser.
        expect(new URL(path, 'http://node').pathname.split('/')).toHaveLength(6);
      }),
    );
  });

  it.each(['', '.', '..', undefined])('refuses %j, which no URL can carry as a segment', (value) => {
    expect(() => fillPathTemplate(TEMPLATE, { height_or_hash: value })).toThrow(TypeError);
  });
});
