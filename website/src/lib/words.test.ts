import { describe, expect, it } from 'vitest';
import { addressLink, blockLink, blocksLink, pageLink, searchLink, transactionLink } from './links.ts';
import { referenceShort } from './titles.ts';
import { currentDepth, depthWords, formatCount, formatSize, plural } from './words.ts';

it('words depth as depth, never as finality', () => {
  expect(depthWords(1)).toBe('In the newest block');
  expect(depthWords(2)).toBe('2 blocks deep');
  expect(depthWords(12_345)).toBe('12,345 blocks deep');
});

it('counts depth on as the tip moves, and keeps to the answer where the status is older', () => {
  expect(currentDepth(3, 10, undefined)).toBe(3);
  expect(currentDepth(3, 10, 20)).toBe(11);
  expect(currentDepth(3, 10, 9)).toBe(3);
});

it('formats counts and sizes', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(plural(1, 'block')).toBe('1 block');
  expect(plural(0, 'block')).toBe('0 blocks');
  expect(formatSize(331)).toBe('331 B');
  expect(formatSize(2_035)).toBe('2.0 KiB');
  expect(formatSize(8 * 1024 * 1024)).toBe('8.00 MiB');
});

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
