import { decodeAddress, encodeAddress, getNetwork } from '@cairn/protocol';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { CONTENTS_LIMITS, type Contact } from '../vault/vault-contents.ts';
import { putContact, removeContact, reviewContact, searchContacts } from './contacts.ts';

const [alice, bob, carol] = ADDRESSES as [string, string, string];
const ann: Contact = { address: alice, name: 'Ann', note: 'shop' };
const ben: Contact = { address: bob, name: 'Ben', note: '' };

const review = (
  typed: Partial<Contact>,
  contacts: readonly Contact[] = [ann, ben],
  replacing?: string,
  more: Partial<Parameters<typeof reviewContact>[0]> = {},
) =>
  reviewContact({
    typed: { address: carol, name: 'Carol', note: '', ...typed },
    contacts,
    network: 'devnet',
    replacing,
    ...more,
  });

/** A valid address that begins and ends like another one: its last byte before the checksum is changed. */
function twinOf(address: string): string {
  const network = getNetwork('devnet');
  const hash = decodeAddress(address, network).slice();
  hash[19]! ^= 1;
  return encodeAddress(hash, network);
}

describe('a contact', () => {
  test('is stored with cleaned texts and an address without white space', () => {
    const address = carol.replace(/(.{4})/g, '$1 ');
    expect(review({ address, name: '  Carol\u200B  Jones\n' })).toEqual({
      ok: true,
      contact: { address: carol, name: 'Carol Jones', note: '' },
    });
  });

  test('needs a name and an address with a valid checksum', () => {
    const mistyped = `${carol.slice(0, 10)}x${carol.slice(11)}`;
    expect(review({ name: ' ', address: mistyped })).toMatchObject({
      ok: false,
      problems: [
        { field: 'name', problem: 'empty' },
        { field: 'address', problem: 'invalid', entry: { problem: 'checksum' } },
      ],
    });
  });

  test('with another contact’s address or name is rejected, naming that contact', () => {
    expect(review({ address: alice })).toMatchObject({ problems: [{ problem: 'taken', by: ann }] });
    for (const name of ['ann', 'A\u200Bnn', 'Ａｎｎ']) {
      expect(review({ name })).toMatchObject({
        problems: [{ field: 'name', problem: 'taken', by: ann }],
      });
    }
  });

  test.each([
    ['Alice', 'Alicе', true], // Cyrillic е
    ['Alice', 'AIice', true], // capital i
    ['Alice', 'ALICE', true],
    ['Alice', 'Ꭺlice', true], // Cherokee
    ['modern', 'modem', true],
    ['Bob 10', 'Bob lO', true],
    ['Alice', 'Alicia', false],
    ['Müller', 'Muller', false],
    ['Anna', 'Hanna', false],
  ])('%s and %s look the same: %s (UTS 39)', (one, other, same) => {
    const twin = { address: ADDRESSES[5]!, name: one, note: '' };
    expect(review({ name: other }, [twin]).ok).toBe(!same);
  });

  test('with the name of an own account is refused, unless it is that account', () => {
    const own = [{ address: ADDRESSES[5]!, name: 'Savings' }];
    expect(review({ name: 'savings' }, [], undefined, { own })).toMatchObject({
      problems: [{ field: 'name', problem: 'taken', by: own[0] }],
    });
    expect(review({ name: 'Savings', address: own[0]!.address }, [], undefined, { own })).toMatchObject({
      ok: true,
    });
  });

  test('whose address looks like a contact’s or an own one is rejected until the user has compared them', () => {
    const address = twinOf(alice);
    const alike = { field: 'address', problem: 'alike' };
    expect(review({ address })).toMatchObject({
      problems: [{ ...alike, by: { address: ann.address, name: ann.name, trust: 'contact' } }],
    });
    const own = [{ address: alice, name: 'Account 0' }];
    const mine = { ...alike, by: { ...own[0], trust: 'own' } };
    expect(review({ address }, [], undefined, { own })).toMatchObject({ problems: [mine] });
    expect(review({ address }, [], undefined, { own, confirmedAddress: alice })).toMatchObject({
      problems: [mine],
    });
    expect(review({ address }, [], undefined, { own, confirmedAddress: address })).toMatchObject({
      ok: true,
    });
    // An address that was compared when it was saved need not be compared again when the name changes.
    expect(review({ address }, [{ ...ben, address }, ann], address)).toMatchObject({ ok: true });
  });

  test('may keep its own address and name when it is edited', () => {
    const edited = review({ ...ann, note: 'new' }, [ann, ben], alice);
    expect(edited).toEqual({ ok: true, contact: { ...ann, note: 'new' } });
    expect(putContact([ann, ben], { ...ann, note: 'new' }, alice)).toEqual([{ ...ann, note: 'new' }, ben]);
  });

  test('the length of texts and the number of contacts are limited', () => {
    const long = 'x'.repeat(CONTENTS_LIMITS.note + 1);
    expect(review({ name: long, note: long })).toMatchObject({
      contact: { name: long.slice(0, CONTENTS_LIMITS.name), note: long.slice(1) },
    });
    const full = Array.from({ length: CONTENTS_LIMITS.contacts }, (_, index) => ({
      ...ann,
      address: String(index),
      name: `n${index}`,
    }));
    expect(review({}, full)).toMatchObject({ problems: [{ field: 'list', problem: 'full' }] });
  });
});

test('the list is sorted, a contact can be removed, and every field is searched', () => {
  const list = putContact([ben], { ...ann, name: 'Zoe' });
  expect(list.map(({ name }) => name)).toEqual(['Ben', 'Zoe']);
  expect(removeContact(list, bob).map(({ name }) => name)).toEqual(['Zoe']);
  expect(searchContacts([ann, ben], 'SHOP')).toEqual([ann]);
  expect(searchContacts([ann, ben], bob.slice(5, 12))).toEqual([ben]);
  expect(searchContacts([ann, ben], '')).toHaveLength(2);
});
