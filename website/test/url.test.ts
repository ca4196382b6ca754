import { describe, expect, it } from 'vitest';
import { lastSegment, readBefore, readPage, searchParams } from '../src/site/url.ts';

describe('the parameters `page` and `before` of a URL', () => {
  it.each([
    [null, 1],
    ['', 1],
    ['1', 1],
    ['12', 12],
    ['0', 1],
    ['-3', 1],
    ['1.5', 1],
    ['abc', 1],
    ['99999999999', 1],
    ['4294967295', 1],
  ])('reads page %j as %i', (text, page) => {
    expect(readPage(text)).toBe(page);
  });

  it.each([
    [null, undefined],
    ['0', 0],
    ['345', 345],
    ['4294967295', 4_294_967_295],
    ['4294967296', undefined],
    ['-1', undefined],
    ['1e3', undefined],
  ])('reads the anchor %j as %j', (text, height) => {
    expect(readBefore(text)).toBe(height);
  });
});

const at = (path: string) => new URL(path, 'http://explorer.example');

it('reads the reference of a page, decoded where it can be', () => {
  expect(lastSegment(at('/de/blocks/12/'))).toBe('12');
  expect(lastSegment(at('/addresses/%3Cscript%3E'))).toBe('<script>');
  expect(lastSegment(at('/blocks/%E0%A4'))).toBe('%E0%A4');
});

it('replaces NUL, which HTML cannot contain', () => {
  expect(lastSegment(at('/blocks/%00'))).toBe('\ufffd');
  expect(searchParams(at('/search?q=a%00b')).text).toBe('a\ufffdb');
});
