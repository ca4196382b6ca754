import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeTarget, queryOf } from './request-target.ts';

describe('a request target', () => {
  it.each([
    ['/a/b?c=d', '/a/b?c=d'],
    ['/a%20b', '/a%20b'],
    ['/%zz', '/%25zz'],
    ['/%', '/%25'],
    ['/1%2', '/1%252'],
    ['/%ff', '/%EF%BF%BD'],
    ['/%c3%a9', '/%c3%a9'],
    ['/%C3%28', '/%EF%BF%BD('],
    ['/a?%zz=%ff', '/a?%zz=%ff'],
    ['http://example.org/a?b', '/a?b'],
    ['HTTPS://example.org', '/'],
    ['http://example.org?b', '/?b'],
    ['*', '/*'],
    ['a%zz', '/a%25zz'],
  ])('%s becomes %s', (target, expected) => {
    expect(normalizeTarget(target)).toBe(expected);
  });

  it('always starts with a slash and has a path that can be decoded', () => {
    const piece = fc.constantFrom(
      '%',
      '%2',
      '%25',
      '%ff',
      '%c3',
      '%a9',
      '%F0%9F',
      '/',
      'a',
      '?',
      '#',
      ':',
      '\u00e9',
      '://',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const normal = normalizeTarget(pieces.join(''));
        expect(normal.startsWith('/')).toBe(true);
        expect(() => decodeURIComponent(normal.split(/[?#]/, 1)[0]!)).not.toThrow();
      }),
    );
  });

  it('that can be decoded already stays unchanged', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const target = `/${path.replace(/^\/+/, '')}`;
        expect(normalizeTarget(target)).toBe(target);
      }),
    );
  });
});

describe('the query of a target', () => {
  it.each([
    ['/a', ''],
    ['/a?', ''],
    ['/a?b=c', 'b=c'],
    ['/a?b?c', 'b?c'],
    ['/a?b#c', 'b'],
  ])('of %s is %j', (target, expected) => {
    expect(queryOf(target)).toBe(expected);
  });
});
