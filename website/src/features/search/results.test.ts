import { DEVNET_NAMES, encodeAddress, NETWORKS } from '@cairn/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { statusAt } from '../../../test/live-support.ts';
import { isNothing, type Known, resultsFor } from './results.ts';
import type { Failure } from '../../site/failure.ts';
import { createExplorerClient } from '@cairn/api/explorer';
import { createChain } from '@cairn/testkit';
import { BROKEN, openExplorer } from '../../../test/explorer.ts';
import { DAY } from '../../site/classify.ts';
import { lookup, lookupDetails, type Target } from './lookup.ts';
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
const lines = (...of: Parameters<typeof find>) => {
  const found = find(...of);
  return isNothing(found) ? [] : found.groups.flatMap(({ results }) => results);
};
const hrefs = (...of: Parameters<typeof find>) => lines(...of).flatMap(({ href }) => href ?? []);
const answered = (...data: readonly Target[]): Partial<Known> => ({ answer: { data, failure: undefined } });
const failed = (failure: Failure): Partial<Known> => ({ answer: { data: undefined, failure } });

describe('what a text names on the chain', () => {
  it('is opened at once; what the API has to say is looked up', () => {
    expect(find('#1,234').only).toBe('/blocks/1234');
    expect(find('9.633').only).toBe('/blocks/9633');
    expect(find(ADDRESS).only).toBe(`/addresses/${ADDRESS}`);
    for (const text of [HASH, '3ef817', '2026-03-31', 'yesterday 14:00', '1h ago'])
      expect(find(text)).toMatchObject({ only: undefined, isOpen: true, hint: 'Looking it up …' });
    expect(find(HASH, failed({ kind: 'unreachable', slow: false })).isOpen).toBe(true);
  });

  it('is the only page of an ID or date, one of several of a beginning, or a page that watches for it', () => {
    const block = { page: 'block', reference: HASH, height: 12 } as const;
    expect(find(HASH, answered({ ...block, page: 'transaction' }))).toMatchObject({
      only: `/transactions/${HASH}`,
      groups: [{ results: [{ text: 'Transaction in block 12' }] }],
    });
    expect(find('1h ago', answered({ ...block, reference: '12' })).only).toBe('/blocks/12');
    const part = answered(block, { page: 'address', reference: ADDRESS });
    expect(find('3ef817', part).only).toBeUndefined();
    expect(lines('3ef817', part)).toMatchObject([
      { text: 'Block 12', detail: '3ef817…410211' },
      { text: 'Address', address: ADDRESS },
    ]);
    expect(find(HASH, answered())).toMatchObject({
      only: undefined,
      groups: [{ results: [{ href: `/transactions/${HASH}` }] }],
    });
  });

  it.each([
    ['what?', {}, /^Search for a height/],
    ['3ef817', answered(), /Nothing on this chain begins/],
    ['3ef817', failed({ kind: 'index', state: 'disabled' }), /no index/],
    [FOREIGN, {}, /^An address of testnet; this explorer shows devnet/],
  ])('is nothing, and it is said why: %j', (text, known, hint) => {
    const found = find(text, known);
    expect(found).toMatchObject({ groups: [{ name: 'examples' }], isOpen: false });
    expect(isNothing(found)).toBe(true);
    expect(found.hint).toMatch(hint);
  });

  it('may be a block above the tip', () => {
    expect(lines('5001')[0]?.detail).toMatch(/the newest is 5,000/);
  });

  it('is asked of the API: a block or a transaction, or neither', async () => {
    const api = await openExplorer();
    onTestFinished(() => api.close());
    const client = createExplorerClient({ baseUrl: api.url, fetch: api.fetch });
    const ask = (text: string) =>
      (lookup(text) ?? lookupDetails(text))!.load(client, { signal: AbortSignal.timeout(5_000) });
    const block = api.blocks[3]!;
    const { id, block_height: height, value: amount } = api.transactions.at(-1)!;
    const { timestamp, transaction_count } = block;
    const place = { height: 3, block: { timestamp, transaction_count } };
    expect(await ask(block.id)).toEqual([{ page: 'block', reference: block.id, ...place }]);
    expect(await ask('#3')).toEqual([{ page: 'block', reference: '3', ...place }]);
    expect(await ask('#999')).toEqual([]);
    expect(await ask(id)).toEqual([{ page: 'transaction', reference: id, height, amount }]);
    expect(await ask('ab'.repeat(32))).toEqual([]);
    api.lies = [BROKEN];
    await expect(ask(HASH)).rejects.toMatchObject({ status: 500 });
  });

  it('is the first block of a day, or else the newest before it; of a time the newest up to then', async () => {
    const chain = await createChain();
    onTestFinished(() => chain.close());
    const { timestamp } = (await chain.explorer.getBlock({ height_or_hash: '0' })).block;
    const dayAt = (days: number) => new Date((timestamp + days * DAY) * 1000).toISOString().slice(0, 10);
    const midnight = timestamp - (timestamp % DAY) + 3 * DAY;
    // Clocks differ around two midnights: a time of the new day comes early, and those of the old one last.
    const offsets = [-DAY, -60, 10, -20, -30, 30, 60, 2 * DAY, 3 * DAY - 1];
    offsets.push(...Array.from({ length: 12 }, (_, index) => 3 * DAY - 30 + index), 3 * DAY + 9);
    for (const time of offsets.map((offset) => midnight + offset)) {
      await chain.devnet.time({ next_timestamp: time });
      await chain.devnet.mine({ blocks: 1 });
    }
    const heightAt = async (text: string) =>
      (await lookup(text)!.load(chain.explorer, { signal: AbortSignal.timeout(5_000) })).map(
        ({ reference }) => reference,
      );
    for (const [text, height] of [
      [dayAt(3), '3'],
      [`${dayAt(3)} 00:00`, '4'],
      [`${dayAt(3)} 23:59`, '7'],
      [dayAt(2), '1'],
      [dayAt(4), '7'], // without a block
      [dayAt(5), '8'],
      [dayAt(6), '22'],
      [dayAt(9), '22'],
      [dayAt(0), '0'],
      [dayAt(-999), '0'],
    ] as const)
      expect([text, await heightAt(text)]).toEqual([text, [height]]);
  });
});

it('finds labels after what has the form of a reference, and before it for a word', () => {
  const labels = [
    { type: 'addr', ref: ADDRESS, label: 'The Bakery', watched: false },
    { type: 'tx', ref: HASH, label: 'bakery, May', watched: false },
    { type: 'block', ref: 'cd'.repeat(32), label: 'Block 12', watched: false },
    { type: 'addr', ref: FOREIGN, label: '', watched: true },
  ] as const;
  expect(hrefs(' BAKERY ', { labels })).toEqual([`/transactions/${HASH}`, `/addresses/${ADDRESS}`]);
  expect(hrefs('12', { labels })).toEqual(['/blocks/12', `/blocks/${'cd'.repeat(32)}`]);
  const coffee = [{ type: 'addr', ref: ADDRESS, label: 'Coffee', watched: false }] as const;
  const target = { page: 'address', reference: FOREIGN } as const;
  expect(hrefs('Coffee', { labels: coffee, ...answered(target) })).toEqual([
    `/addresses/${ADDRESS}`,
    `/addresses/${FOREIGN}`,
  ]);
});

it('finds the public accounts of devnet by their names, unless they have a label', () => {
  const alice = [...DEVNET_NAMES.keys()][1]!;
  expect(lines('alice')).toMatchObject([{ text: 'Alice', address: alice }]);
  expect(lines('alice', { labels: [{ type: 'addr', ref: alice, label: 'Mine', watched: false }] })).toEqual(
    [],
  );
  expect(lines('alice', { status: { ...statusAt(5_000), network: 'testnet' } })).toEqual([]);
});

it.each([
  ['', 'en', '/'],
  ['stat', 'en', '/statistics'],
  ['stale', 'en', '/network#stale'],
  ['blocke', 'de', '/de/blocks'],
  ['prüf', 'de', '/de/verify'],
  ['fees', 'en', '/statistics'],
  ['genesis', 'en', '/blocks/0'],
  ['block 12', 'en', '/blocks/12'],
  ['block 50', 'en', '/blocks/50'],
  ['wallet', 'en', 'http://localhost:8080/'],
] as const)('the text %j (%s) leads to %s', (text, locale, path) => {
  expect(hrefs(text, { walletUrl: 'http://localhost:8080' }, locale)[0]).toBe(path);
});

it('offers the settings that are not chosen, once the browser knows them', () => {
  const texts = (text: string) => lines(text).map((line) => line.text);
  expect(texts('theme')).toEqual(['Light theme', 'Dark theme']);
  expect(texts('deutsch')).toEqual(['Deutsch']);
  expect(texts('times')).toEqual(['Times in the time zone of this device']);
  expect(texts('?')).toEqual(['Keyboard shortcuts']);
  expect(texts('settings')).toContain('Dark theme');
  expect(texts('single')).toEqual(['Single keys off']);
  expect(lines('theme', { labels: undefined })).toEqual([]);
});
