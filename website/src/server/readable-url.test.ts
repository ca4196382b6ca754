import { expect, it } from 'vitest';
import { readableUrl } from './readable-url.ts';

it.each([
  ['/blocks/5?page=2', '/blocks/5?page=2'],
  ['/%', '/%EF%BF%BD'],
  ['/blocks/%zz', '/blocks/%EF%BF%BDzz'],
  ['/blocks/%ff', '/blocks/%EF%BF%BD'],
  ['/a%20b/%c3%bc%', '/a%20b/%c3%bc%EF%BF%BD'],
  // A query is decoded with patience by everybody.
  ['/search?q=%&x=1?2', '/search?q=%&x=1?2'],
])('%s becomes %s', (url, readable) => {
  expect(readableUrl(url)).toBe(readable);
  expect(() => decodeURI(readableUrl(url).split('?')[0]!)).not.toThrow();
});
