import { describe, expect, it } from 'vitest';
import { pageWindow, readBefore, readPage } from './pages.ts';

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

describe('pageWindow', () => {
  it('has the neighbouring pages', () => {
    expect(pageWindow(1, 25, 60)).toEqual({ first: 1, last: 25, total: 60, previous: undefined, next: 2 });
    expect(pageWindow(3, 10, 60)).toEqual({ first: 51, last: 60, total: 60, previous: 2, next: undefined });
  });

  it('has a previous page past the end, but no next one', () => {
    expect(pageWindow(9, 0, 60)).toMatchObject({ previous: 8, next: undefined });
  });
});
