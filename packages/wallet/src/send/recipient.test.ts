import { encodeAddress, getNetwork, NETWORK_NAMES } from '@cairn/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import {
  checkRecipient,
  collectKnownAddresses,
  differingPositions,
  type KnownAddress,
  looksAlike,
  recipientRisk,
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
    ['0'.repeat(34), { problem: 'coinbase_sender' }],
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

describe('the risk of a recipient', () => {
  const riskOf = (address: string, known: KnownAddress[], paid: string[] = []) =>
    recipientRisk({ address, known, paid: new Set(paid) });

  test('a recipient never paid is a first payment, also for a contact, not for an own account', () => {
    expect(riskOf(bob, [])).toEqual({ firstTime: true });
    expect(riskOf(bob, [{ address: bob, trust: 'contact', name: 'Bob' }])).toMatchObject({ firstTime: true });
    expect(riskOf(bob, [{ address: bob, trust: 'paid' }], [bob])).toMatchObject({ firstTime: false });
    expect(riskOf(bob, [{ address: bob, trust: 'own' }])).toMatchObject({ firstTime: false });
  });

  test.each(['own', 'contact', 'paid', 'paid_by'] as const)(
    'a look-alike of a known address (%s) is reported',
    (trust) => {
      const known: KnownAddress[] = [{ address: bob, trust }];
      expect(riskOf(forged(bob), known).lookAlike).toEqual(known[0]);
      expect(riskOf(carol, known).lookAlike).toBeUndefined();
    },
  );

  test('a former payer is not trusted: poisoned history', () => {
    const poison = forged(bob);
    const known: KnownAddress[] = [
      { address: bob, trust: 'paid' },
      { address: poison, trust: 'paid_by' },
    ];
    expect(riskOf(poison, known)).toMatchObject({ known: { trust: 'paid_by' }, lookAlike: { address: bob } });
    // An address paid before is not suspected because of a transfer received since.
    expect(riskOf(bob, known, [bob]).lookAlike).toBeUndefined();
  });

  test('of two look-alike recipients from the history both are suspicious, unlike contacts and own accounts', () => {
    const known: KnownAddress[] = [
      { address: bob, trust: 'paid' },
      { address: forged(bob), trust: 'paid' },
    ];
    expect(riskOf(bob, known).lookAlike?.address).toBe(forged(bob));
    expect(riskOf(bob, [{ address: bob, trust: 'contact' }, known[1]!]).lookAlike).toBeUndefined();
    expect(riskOf(bob, [{ address: bob, trust: 'own' }, known[1]!]).lookAlike).toBeUndefined();
  });

  test('of several look-alike addresses the most trusted one is returned', () => {
    const near = `${bob.slice(0, -6)}zzzzzz`;
    const known: KnownAddress[] = [
      { address: near, trust: 'paid_by' },
      { address: bob, trust: 'contact' },
    ];
    expect(riskOf(forged(bob), known).lookAlike?.trust).toBe('contact');
  });
});
