import { DEVNET_NAMES, encodeAddress, NETWORKS } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { statusAt } from '../../../test/live-support.ts';
import { type Known, resultsFor } from './results.ts';
import type { Failure } from '../../site/failure.ts';
import type { Target } from './find.ts';
import { translationsFor } from './texts.ts';

const HASH = '3ef817a438023efb83a88423f0caa3d836680418af04842c937a64e05d410211';
const ADDRESS = encodeAddress(new Uint8Array(20).fill(7), NETWORKS.devnet);
const FOREIGN = encodeAddress(new Uint8Array(20).fill(7), NETWORKS.testnet);

const KNOWN: Known = {
  status: statusAt(5_000),
  answer: { data: undefined, failure: undefined },
  labels: [],
  walletUrl: undefined,
};

const find = (text: string, known: Partial<Known> = {}, locale: 'en' | 'de' = 'en') =>
  resultsFor(text, { ...KNOWN, ...known }, translationsFor(locale));
const lines = (...of: Parameters<typeof find>) => find(...of).groups.flatMap(({ results }) => results);
const texts = (...of: Parameters<typeof find>) => lines(...of).map(({ text }) => text);
const hrefs = (...of: Parameters<typeof find>) => lines(...of).flatMap(({ href }) => href ?? []);
const answered = (...data: readonly Target[]): Partial<Known> => ({ answer: { data, failure: undefined } });
const failed = (failure: Failure): Partial<Known> => ({ answer: { data: undefined, failure } });

describe('what a text names on the chain', () => {
  it('is opened at once, or by the search page if the API has to be asked', () => {
    expect(hrefs('#1,234')).toEqual(['/blocks/1234']);
    expect(hrefs(ADDRESS)).toEqual([`/addresses/${ADDRESS}`]);
    expect(hrefs(HASH)).toEqual([`/search?q=${HASH}`]);
    expect(hrefs('2026-03-31')).toEqual(['/search?q=2026-03-31']);
    expect(hrefs('yesterday 14:00')).toEqual(['/search?q=yesterday%2014%3A00']);
  });

  it('is described once an ID has been looked up', () => {
    const target = { page: 'transaction', reference: HASH, height: 12 } as const;
    expect(lines(HASH, answered(target))).toMatchObject([
      { text: 'Transaction in block 12', href: `/transactions/${HASH}` },
    ]);
    expect(hrefs(HASH, answered())).toEqual([`/transactions/${HASH}`]);
    expect(hrefs(HASH, failed({ kind: 'unreachable', slow: false }))).toHaveLength(1);
  });

  it('has several matches for the beginning of an ID or address', () => {
    const targets = [
      { page: 'block', reference: HASH, height: 12 },
      { page: 'address', reference: ADDRESS },
    ] as const;
    expect(lines('3ef817', answered(...targets))).toMatchObject([
      { text: 'Block 12 · 3ef817…410211' },
      { text: expect.stringMatching(/^Address d.*…/) as string, address: ADDRESS },
    ]);
    expect(find('3ef817', answered())).toMatchObject({ groups: [], bad: true });
    expect(find('3ef817', failed({ kind: 'index', state: 'disabled' }))).toMatchObject({
      groups: [],
      bad: false,
    });
  });

  it('is not an address of another network, once the network is known', () => {
    expect(find(FOREIGN)).toEqual({
      groups: [],
      hint: 'An address of testnet; this explorer shows devnet.',
      bad: true,
    });
    expect(find(FOREIGN, { status: undefined }).bad).toBe(false);
  });

  it('may be a block above the tip', () => {
    expect(lines('5001')[0]?.text).toMatch(/above the tip \(5,000\)/);
  });
});

it('lists pages and commands for an empty text', () => {
  expect(find('').groups.map(({ name }) => name)).toEqual(['pages', 'settings']);
  expect(hrefs('')[0]).toBe('/');
});

it('finds labels after what has the form of a reference, and before it for a word', () => {
  const labels = [
    { type: 'addr', ref: ADDRESS, label: 'The Bakery', watched: false },
    { type: 'tx', ref: HASH, label: 'bakery, May', watched: false },
    { type: 'block', ref: 'cd'.repeat(32), label: 'Block 12', watched: false },
    { type: 'addr', ref: FOREIGN, label: '', watched: true },
  ] as const;
  expect(hrefs(' BAKERY ', { labels })).toEqual([`/transactions/${HASH}`, `/addresses/${ADDRESS}`]);
  expect(find('bakery', { labels })).toMatchObject({ hint: '', bad: false });
  expect(lines('bakery', { labels })[1]).toMatchObject({ text: 'The Bakery', address: ADDRESS });
  expect(hrefs('12', { labels })).toEqual(['/blocks/12', `/blocks/${'cd'.repeat(32)}`]);
  const coffee = [{ type: 'addr', ref: ADDRESS, label: 'Coffee', watched: false }] as const;
  expect(hrefs('Coffee', { labels: coffee })).toEqual([`/addresses/${ADDRESS}`, '/search?q=Coffee']);
});

it('finds the public accounts of devnet by their names, unless they have a label', () => {
  const alice = [...DEVNET_NAMES.keys()][1]!;
  expect(lines('alice')).toMatchObject([{ text: 'Alice', address: alice }]);
  expect(lines('alice', { labels: [{ type: 'addr', ref: alice, label: 'Mine', watched: false }] })).toEqual(
    [],
  );
  expect(lines('alice', { status: { ...statusAt(5_000), network: 'testnet' } })).toEqual([]);
});

describe('pages and commands', () => {
  it.each([
    ['stat', 'en', '/statistics'],
    ['competing', 'en', '/stale-blocks'],
    ['stale', 'en', '/stale-blocks'],
    ['bloecke', 'de', undefined],
    ['blocke', 'de', '/de/blocks'],
    ['prüf', 'de', '/de/verify'],
    ['fees', 'en', '/statistics'],
    ['charts', 'en', '/statistics'],
    ['genesis', 'en', '/blocks/0'],
    ['block 12', 'en', '/blocks/12'],
  ] as const)('the text %j (%s) leads to %s', (text, locale, path) => {
    expect(hrefs(text, {}, locale)[0]).toBe(path);
  });

  it('offers the settings that are not chosen', () => {
    expect(texts('theme')).toEqual(['Light theme', 'Dark theme']);
    expect(texts('deutsch')[0]).toBe('Deutsch');
    expect(texts('pebbles')).toEqual(['Amounts in pebbles']);
    expect(texts('times')).toEqual(['Times in the time zone of this device']);
    expect(texts('?')).toEqual(['Keyboard shortcuts']);
    expect(texts('settings')).toContain('Dark theme');
    expect(texts('single')).toEqual(['Single keys off']);
  });

  it('opens the wallet where there is one', () => {
    expect(hrefs('wallet', { walletUrl: 'http://localhost:8080' })).toEqual(['http://localhost:8080/']);
    expect(find('wallet')).toMatchObject({ groups: [], bad: true });
  });
});

it('does not take a part of a number for the newest block', () => {
  expect(hrefs('block 50')).toEqual(['/blocks/50']);
});

it('says why a text names nothing', () => {
  expect(find('what?')).toMatchObject({ groups: [], bad: true });
  expect(find('what?').hint).toMatch(/^Search for a height/);
});
