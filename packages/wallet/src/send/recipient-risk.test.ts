import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { collectKnownAddresses, recipientRisk, type KnownAddress } from './recipient.ts';

const [alice, bob, carol, dave] = ADDRESSES as [string, string, string, string];
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
