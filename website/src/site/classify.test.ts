import { COINBASE_SENDER, encodeAddress, NETWORKS } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { queryProblemText } from './query-problem.ts';
import { classifyQuery } from './classify.ts';

const HASH = '3ef817a438023efb83a88423f0caa3d836680418af04842c937a64e05d410211';
const ADDRESS = encodeAddress(new Uint8Array(20).fill(7), NETWORKS.devnet);
const FOREIGN = encodeAddress(new Uint8Array(20).fill(7), NETWORKS.testnet);

describe('classifyQuery', () => {
  it.each([
    ['0', 0],
    [' 345 ', 345],
    ['#1,234', 1234],
    ['1.234.567', 1_234_567],
    ["12'345", 12_345],
    ['1 234', 1234],
    ['0012', 12],
    ['http://127.0.0.1:4321/de/blocks/12?page=2', 12],
    ['/blocks/7/', 7],
    ['4294967295', 4_294_967_295],
    ['block 12', 12],
    ['Block #1,234', 1234],
    ['Höhe 7', 7],
  ])('reads %j as a height', (text, height) => {
    expect(classifyQuery(text)).toEqual({ kind: 'height', height });
  });

  it('reads 64 hexadecimal characters in any case as an ID, even if all are digits', () => {
    expect(classifyQuery(HASH)).toEqual({ kind: 'hash', hash: HASH });
    expect(classifyQuery(` ${HASH.toUpperCase()}\n`)).toEqual({ kind: 'hash', hash: HASH });
    expect(classifyQuery(`0x${HASH}`)).toEqual({ kind: 'hash', hash: HASH });
    expect(classifyQuery(HASH.replaceAll(/(.{8})/g, '$1 '))).toEqual({ kind: 'hash', hash: HASH });
    expect(classifyQuery(`https://explorer.example/transactions/${HASH}#raw`)).toEqual({
      kind: 'hash',
      hash: HASH,
    });
    expect(classifyQuery('1'.repeat(64))).toEqual({ kind: 'hash', hash: '1'.repeat(64) });
  });

  it('reads an address of any network, and names the network', () => {
    expect(classifyQuery(ADDRESS)).toEqual({ kind: 'address', address: ADDRESS, network: 'devnet' });
    expect(classifyQuery(`cairn:${ADDRESS}?amount=5`)).toEqual(classifyQuery(ADDRESS));
    expect(classifyQuery(`https://explorer.example/addresses/${ADDRESS}?page=3`)).toEqual(
      classifyQuery(ADDRESS),
    );
    expect(classifyQuery(FOREIGN)).toEqual({ kind: 'address', address: FOREIGN, network: 'testnet' });
  });

  it.each([
    ['270727e8', '270727e8'],
    ['0x270727E', '270727e'],
    [HASH.slice(1), HASH.slice(1)],
    [ADDRESS.slice(0, 6), ADDRESS.slice(0, 6)],
    [ADDRESS.slice(0, 33), ADDRESS.slice(0, 33)],
  ])('reads %j as the beginning of an ID or address', (text, prefix) => {
    expect(classifyQuery(text)).toEqual({ kind: 'prefix', prefix });
  });

  it.each([
    ['4294967296', /that high/],
    ['ab12c', /Search for a height/],
    [ADDRESS.slice(1), /Search for a height/],
    [COINBASE_SENDER, /new coins/],
    [`${ADDRESS.slice(0, -1)}${ADDRESS.endsWith('1') ? '2' : '1'}`, /checksum/],
    [`0${ADDRESS.slice(1)}`, /never use/],
    ['https://elsewhere.example/prices', /Search for a height/],
    [`${HASH.slice(0, 8)}…${HASH.slice(-8)}`, /ID is shortened/],
    [`${ADDRESS.slice(0, 8)}...${ADDRESS.slice(-8)}`, /ID is shortened/],
    ['what?', /Search for a height/],
    ['...', /Search for a height/],
    ['-1', /Search for a height/],
    ['1.5', /Search for a height/],
    ['2026-02-30', /no such date/],
    ['2026-02-03 25:00', /no such date/],
  ])('explains why %j is invalid', (text, problem) => {
    const query = classifyQuery(text);
    if (query.kind !== 'unknown') throw new Error(`taken for ${query.kind}`);
    expect(queryProblemText(query.problem, 'en')).toMatch(problem);
  });

  it('returns `empty` for a blank text, and never throws', () => {
    expect(classifyQuery('  ')).toEqual({ kind: 'empty' });
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(classifyQuery(text)).toHaveProperty('kind');
      }),
    );
  });
});

it.each([
  ['2026-03-31', Date.UTC(2026, 2, 31), true],
  ['2026-03-31 18:00', Date.UTC(2026, 2, 31, 18), false],
  ['2026-03-31 00:00', Date.UTC(2026, 2, 31), false],
  ['2026-3-1T08:05:09Z', Date.UTC(2026, 2, 1, 8, 5, 9), false],
  ['3/31/2026', Date.UTC(2026, 2, 31), true],
  ['31.3.2026', Date.UTC(2026, 2, 31), true],
  ['31. 12. 2026, 23:59 UTC', Date.UTC(2026, 11, 31, 23, 59), false],
  ['today 08:30', Date.UTC(2026, 4, 20, 8, 30), false],
  ['yesterday', Date.UTC(2026, 4, 19), true],
  ['gestern um 14:00', Date.UTC(2026, 4, 19, 14), false],
  ['1h ago', Date.UTC(2026, 4, 20, 11, 15), false],
  ['5 minutes ago', Date.UTC(2026, 4, 20, 12, 10), false],
  ['vor 2 Std.', Date.UTC(2026, 4, 20, 10, 15), false],
  ['vor 3 Tagen', Date.UTC(2026, 4, 17, 12, 15), false],
])('reads %j, at noon of 20 May, as a time in UTC, or a day', (text, milliseconds, isDay) => {
  const seconds = milliseconds / 1000;
  expect(classifyQuery(text, Date.UTC(2026, 4, 20, 12, 15))).toEqual({ kind: 'date', seconds, isDay });
});
