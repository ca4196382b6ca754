import { COINBASE_SENDER, encodeAddress, NETWORKS } from '@cairn/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyQuery } from './search.ts';
import { searchHint, searchTarget } from './search-target.ts';

const HASH = '2efaa0eb01a3562c73da35743762ef2ec159bafcd005ea6c9fd2e7082538d502';
const ADDRESS = encodeAddress(new Uint8Array(20).fill(7), NETWORKS.devnet);
const FOREIGN = encodeAddress(new Uint8Array(20).fill(7), NETWORKS.testnet);

describe('classifyQuery', () => {
  it.each([
    ['0', 0],
    [' 345 ', 345],
    ['#1,234', 1234],
    ['0012', 12],
    ['4294967295', 4_294_967_295],
  ])('takes %j as a height', (text, height) => {
    expect(classifyQuery(text)).toEqual({ kind: 'height', height });
  });

  it('takes 64 hexadecimal characters in any case as an ID, even when all are digits', () => {
    expect(classifyQuery(HASH)).toEqual({ kind: 'hash', hash: HASH });
    expect(classifyQuery(` ${HASH.toUpperCase()}\n`)).toEqual({ kind: 'hash', hash: HASH });
    expect(classifyQuery(`0x${HASH}`)).toEqual({ kind: 'hash', hash: HASH });
    expect(classifyQuery('1'.repeat(64))).toEqual({ kind: 'hash', hash: '1'.repeat(64) });
  });

  it('takes an address of any network and names the network', () => {
    expect(classifyQuery(ADDRESS)).toEqual({ kind: 'address', address: ADDRESS, network: 'devnet' });
    expect(classifyQuery(FOREIGN)).toEqual({ kind: 'address', address: FOREIGN, network: 'testnet' });
  });

  it('finds any single mistyped character of an address', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 33 }),
        fc.constantFrom(...'23456789ABCDEF'.split('')),
        (position, character) => {
          fc.pre(ADDRESS[position] !== character);
          const mistyped = ADDRESS.slice(0, position) + character + ADDRESS.slice(position + 1);
          expect(classifyQuery(mistyped).kind).toBe('unknown');
        },
      ),
    );
  });

  it.each([
    ['4294967296', /that high/],
    [COINBASE_SENDER, /new coins/],
    [`${ADDRESS.slice(0, -1)}${ADDRESS.endsWith('1') ? '2' : '1'}`, /checksum/],
    [`0${ADDRESS.slice(1)}`, /never use/],
    [ADDRESS.slice(1), /has 34 characters; this has 33/],
    [HASH.slice(1), /has 64 characters; this has 63/],
    ['what?', /Search for a height/],
    ['-1', /Search for a height/],
    ['1.5', /Search for a height/],
  ])('says why %j leads nowhere', (text, problem) => {
    expect(classifyQuery(text)).toEqual({
      kind: 'unknown',
      problem: expect.stringMatching(problem) as string,
    });
  });

  it('is empty for blanks, and never throws', () => {
    expect(classifyQuery('  ')).toEqual({ kind: 'empty' });
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(classifyQuery(text)).toHaveProperty('kind');
      }),
    );
  });
});

describe('where a search leads', () => {
  it('goes straight to heights and addresses, and asks the API about IDs', () => {
    expect(searchTarget(classifyQuery('#1,234'))).toBe('/blocks/1234');
    expect(searchTarget(classifyQuery(ADDRESS))).toBe(`/addresses/${ADDRESS}`);
    expect(searchTarget(classifyQuery(HASH))).toBe(`/search?q=${HASH}`);
    expect(searchTarget(classifyQuery('what?'))).toBeUndefined();
    expect(searchTarget(classifyQuery(''))).toBeUndefined();
  });

  it('says that an address belongs to another network once the network is known', () => {
    expect(searchHint(classifyQuery(FOREIGN), undefined).tone).toBe('good');
    expect(searchHint(classifyQuery(FOREIGN), 'devnet')).toEqual({
      tone: 'bad',
      text: 'An address of testnet; this explorer shows devnet.',
    });
    expect(searchHint(classifyQuery(ADDRESS), 'devnet').tone).toBe('good');
  });
});
