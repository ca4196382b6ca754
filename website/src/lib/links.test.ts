import { describe, expect, it } from 'vitest';
import { addressLink, blockLink, blocksLink, pageLink, searchLink, transactionLink } from './links.ts';
import { referenceShort } from './titles.ts';

describe('titles', () => {
  it('show the edges of a long reference only', () => {
    expect(referenceShort('1234', 'en')).toBe('1,234');
    expect(referenceShort('xyz', 'en')).toBe('xyz');
    expect(referenceShort('ab'.repeat(32), 'de')).toBe('ababab…ababab');
  });
});

it('links encode what people typed', () => {
  expect(blockLink(12)).toBe('/blocks/12');
  expect(blockLink('a/../b')).toBe('/blocks/a%2F..%2Fb');
  expect(transactionLink('x?y')).toBe('/transactions/x%3Fy');
  expect(addressLink('d#1')).toBe('/addresses/d%231');
  expect(searchLink('a b&c')).toBe('/search?q=a%20b%26c');
  expect(blocksLink()).toBe('/blocks');
  expect(blocksLink(0)).toBe('/blocks?before=0');
  expect(pageLink('/blocks/1', 1)).toBe('/blocks/1');
  expect(pageLink('/blocks/1', 2)).toBe('/blocks/1?page=2');
});
