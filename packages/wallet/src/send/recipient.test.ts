import type { RpcTransaction } from '@cairn/api/rpc';
import { encodeAddress, getNetwork, NETWORK_NAMES } from '@cairn/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import {
  checkRecipient,
  collectKnownAddresses,
  differingPositions,
  findLookAlike,
  type KnownAddress,
  looksAlike,
  paymentsTo,
} from './recipient.ts';

const [alice, bob, carol, dave] = ADDRESSES as [string, string, string, string];
const hash = fc.uint8Array({ minLength: 20, maxLength: 20 });
const address = hash.map((bytes) => encodeAddress(bytes, getNetwork('devnet')));

describe('recipient entry', () => {
  test('every address of the network is accepted, in groups or with white space around it too', () => {
    fc.assert(
      fc.property(address, (one) => {
        const grouped = ` ${one.match(/.{1,4}/g)!.join(' ')}\n`;
        for (const typed of [one, grouped])
          expect(checkRecipient(typed, 'devnet')).toEqual({ ok: true, address: one });
      }),
    );
  });

  test('an address that begins like one of another coin is accepted', () => {
    const address = 'TB115BhpCAFbjPUgniZ36TZYxNB67fPKzr';
    expect(checkRecipient(address, 'testnet')).toEqual({ ok: true, address });
  });

  test('every address of another network is recognized', () => {
    fc.assert(
      fc.property(hash, fc.constantFrom(...NETWORK_NAMES), (bytes, network) => {
        const entry = checkRecipient(encodeAddress(bytes, getNetwork(network)), 'testnet');
        expect(entry).toMatchObject(
          network === 'testnet' ? { ok: true } : { ok: false, problem: 'wrong_network', network },
        );
      }),
    );
  });

  test('no single changed character goes unnoticed', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split('');
    fc.assert(
      fc.property(fc.nat(33), fc.constantFrom(...alphabet), (position, character) => {
        const changed = alice.slice(0, position) + character + alice.slice(position + 1);
        expect(checkRecipient(changed, 'devnet').ok).toBe(changed === alice);
        if (changed !== alice && position > 0) {
          expect(checkRecipient(changed, 'devnet')).toMatchObject({ problem: 'checksum' });
        }
      }),
    );
  });

  test.each([
    ['', { problem: 'empty', length: 0 }],
    ['dVg5', { problem: 'too_short', length: 4 }],
    [`${alice}1`, { problem: 'too_long', length: 35 }],
    [alice.replace(/.$/, '0'), { problem: 'alphabet', character: '0' }],
    [`${alice.slice(0, 20)}…`, { problem: 'alphabet', character: '…' }],
    ['0'.repeat(34), { problem: 'alphabet' }],
    ['Tm', { problem: 'prefix', length: 2 }],
    ['C', { problem: 'prefix' }],
    ['Bob', { problem: 'prefix' }],
    [`T${alice.slice(1)}`, { problem: 'prefix' }],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', { problem: 'foreign' }],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', { problem: 'foreign' }],
    ['0x52908400098527886E0F7030069857D2E4169EE7', { problem: 'foreign' }],
  ])('%j is refused: %j', (text, problem) => {
    expect(checkRecipient(text, 'devnet')).toMatchObject({ ok: false, ...problem });
  });
});

describe('comparing addresses', () => {
  test.each<[string, string, boolean]>([
    ['dABC…9z', 'dABD…9z', true],
    ['dABCDE0', 'dABCDEX', true],
    ['dXYZ1wxyz', 'dABCDwxyz', true],
    ['dA…z', 'dA…y', false],
    ['dX1xyz', 'dY2xyz', false], // equal: the network's first character and the last three
    ['dX1wxyz', 'dY2wxyz', true],
    ['dABC…', 'dABC…', false],
  ])('%s and %s: %s', (one, other, alike) => {
    expect(looksAlike(one, other)).toBe(alike);
    expect(looksAlike(other, one)).toBe(alike);
  });

  test('random addresses do not look alike, and the differing places are exactly the different characters', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        fc.pre(one !== other);
        expect(looksAlike(one, other)).toBe(false);
        const places = differingPositions(one, other);
        const rebuilt = Array.from(one, (character, place) =>
          places[place] ? other[place] : character,
        ).join('');
        expect(rebuilt).toBe(other);
      }),
      { numRuns: 200, seed: 6 },
    );
  });
});

const OTHER = ADDRESSES[4]!;
/** An attacker's address: the same at both ends, different in the middle. */
const forged = (address: string): string => `${address.slice(0, 5)}${'x'.repeat(24)}${address.slice(-5)}`;
const transfer = (from_address: string, to_address: string) => ({ from_address, to_address });

describe('known addresses', () => {
  test('each has its highest trust; rewards have none', () => {
    const known = collectKnownAddresses({
      own: [{ address: alice, name: 'Savings' }],
      contacts: [{ address: bob, name: 'Bob' }],
      transfers: [
        transfer(alice, bob),
        transfer(carol, alice),
        transfer(alice, carol),
        transfer(dave, alice),
        transfer('0'.repeat(34), alice),
        transfer(dave, OTHER), // between others: not a payment of ours
      ],
    });
    expect(known).toEqual([
      { address: alice, name: 'Savings', trust: 'own' },
      { address: bob, name: 'Bob', trust: 'contact' },
      { address: carol, trust: 'paid' },
      { address: dave, trust: 'paid_by' },
    ]);
  });
});

test('payments to an address are those of the sender, pending ones included', () => {
  const item = (to_address: string, timestamp: number | null, from_address = alice) =>
    ({ from_address, to_address, value: '5', timestamp }) as RpcTransaction;
  const transfers = [item(bob, 30), item(bob, 20), item(carol, 10), item(bob, 5, carol)];
  expect(paymentsTo(bob, alice, transfers)).toEqual({ count: 2, total: 10n, last: 30 });
  expect(paymentsTo(bob, alice, [item(bob, null), ...transfers])).toEqual({ count: 3, total: 15n });
  expect(paymentsTo(dave, alice, transfers)).toEqual({ count: 0, total: 0n });
});

describe('look-alike recipients', () => {
  test.each(['own', 'contact', 'paid', 'paid_by'] as const)('of a known address (%s) are found', (trust) => {
    const known: KnownAddress[] = [{ address: bob, trust }];
    expect(findLookAlike(forged(bob), known)).toEqual(known[0]);
    expect(findLookAlike(carol, known)).toBeUndefined();
  });

  test('a former payer is not trusted: poisoned history', () => {
    const poison = forged(bob);
    const known: KnownAddress[] = [
      { address: bob, trust: 'paid' },
      { address: poison, trust: 'paid_by' },
    ];
    expect(findLookAlike(poison, known)).toMatchObject({ address: bob });
    // An address paid before is not suspected because of a transfer received since.
    expect(findLookAlike(bob, known)).toBeUndefined();
  });

  test('of two in the history both are suspicious, unlike contacts and own accounts', () => {
    const known: KnownAddress[] = [
      { address: bob, trust: 'paid' },
      { address: forged(bob), trust: 'paid' },
    ];
    expect(findLookAlike(bob, known)?.address).toBe(forged(bob));
    expect(findLookAlike(bob, [{ address: bob, trust: 'contact' }, known[1]!])).toBeUndefined();
    expect(findLookAlike(bob, [{ address: bob, trust: 'own' }, known[1]!])).toBeUndefined();
  });

  test('of several the most trusted one is returned', () => {
    const near = `${bob.slice(0, -6)}zzzzzz`;
    const known: KnownAddress[] = [
      { address: near, trust: 'paid_by' },
      { address: bob, trust: 'contact' },
    ];
    expect(findLookAlike(forged(bob), known)?.trust).toBe('contact');
  });
});
