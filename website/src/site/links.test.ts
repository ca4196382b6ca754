import { expect, it } from 'vitest';
import { linksFor, pageLink } from './links.ts';

const link = linksFor('en');

it('links encode their references', () => {
  expect(link.block(12)).toBe('/blocks/12');
  expect(link.block('a/../b')).toBe('/blocks/a%2F..%2Fb');
  expect(link.transaction('x?y')).toBe('/transactions/x%3Fy');
  expect(link.address('d#1')).toBe('/addresses/d%231');
  expect(link.mined('d#1')).toBe('/addresses/d%231?direction=mined');
  expect(link.search('a b&c')).toBe('/search?q=a%20b%26c');
  expect(link.blocks()).toBe('/blocks');
  expect(link.blocks(0)).toBe('/blocks?before=0');
  expect(pageLink('/blocks/1', 1)).toBe('/blocks/1');
  expect(pageLink('/blocks/1', 2)).toBe('/blocks/1?page=2');
});
