import { decodeAddress, encodeAddress, getNetwork } from '@cairn/protocol';
import { DEVELOPMENT_MNEMONIC } from '@cairn/protocol/development-accounts';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import {
  CONTENTS_LIMITS,
  type Contact,
  createVaultContents,
  encodeVaultContents,
} from '../vault/vault-contents.ts';
import { type AddressBook, importRecords, putContact, reviewContact, searchContacts } from './contacts.ts';
import { readLabelsFile } from './labels-file.ts';
import { exportRecords, type Records, setLabel } from './records.ts';

const [alice, bob, carol, dave] = ADDRESSES as [string, string, string, string];
const ann: Contact = { address: alice, name: 'Ann', note: 'shop' };
const ben: Contact = { address: bob, name: 'Ben', note: '' };
const OWN = { address: ADDRESSES[5]!, name: 'Savings' };
const BOOK: AddressBook = { contacts: [ann, ben], own: [OWN], network: 'devnet' };

const review = (typed: Partial<Contact>, book: Partial<AddressBook> = {}, replacing?: string) =>
  reviewContact({ address: carol, name: 'Carol', note: '', ...typed }, { ...BOOK, ...book }, replacing);

/** A valid address that begins and ends like another one: its last byte before the checksum is changed. */
function twinOf(address: string): string {
  const network = getNetwork('devnet');
  const hash = decodeAddress(address, network).slice();
  hash[19]! ^= 1;
  return encodeAddress(hash, network);
}

describe('a contact', () => {
  test('is stored with texts that are cleaned and cut, and an address without white space', () => {
    const address = carol.replace(/(.{4})/g, '$1 ');
    expect(review({ address, name: '  Carol\u200B  Jones\n', note: 'x'.repeat(300) })).toEqual({
      contact: { address: carol, name: 'Carol Jones', note: 'x'.repeat(CONTENTS_LIMITS.note) },
    });
  });

  test('needs a name and an address with a valid checksum', () => {
    const mistyped = `${carol.slice(0, 10)}x${carol.slice(11)}`;
    const found = review({ name: ' ', address: mistyped });
    expect(found).toMatchObject({ name: 'empty', address: { problem: 'checksum' } });
  });

  test('with another contact’s address is refused, naming that contact', () => {
    expect(review({ address: alice })).toMatchObject({ address: ann });
  });

  test.each([
    ['Ann', 'ann', true],
    ['Ann', 'A\u200Bnn', true],
    ['Ann', 'Ａｎｎ', true],
    ['Alice', 'Alicе', true], // Cyrillic е
    ['Alice', 'AIice', true], // capital i
    ['Alice', 'Ꭺlice', true], // Cherokee
    ['modern', 'modem', true],
    ['Bob 10', 'Bob lO', true],
    ['Alice', 'Alicia', false],
    ['Müller', 'Muller', false],
    ['Anna', 'Hanna', false],
  ])('%s and %s look the same: %s (UTS 39)', (name, other, same) => {
    const twin = { address: dave, name, note: '' };
    expect(review({ name: other }, { contacts: [twin] }).name).toEqual(same ? twin : undefined);
  });

  test('with the name of an own account is refused, unless it is that account', () => {
    expect(review({ name: 'savings' })).toMatchObject({ name: OWN });
    expect(review({ ...OWN })).not.toHaveProperty('name');
  });

  test('whose address looks like a contact’s or an own one says so, but not again when it is edited', () => {
    const address = twinOf(alice);
    expect(review({ address }).alike).toEqual({ address: alice, name: 'Ann', trust: 'contact' });
    const own = [{ address: alice, name: 'Account 0' }];
    expect(review({ address }, { contacts: [], own }).alike).toEqual({ ...own[0], trust: 'own' });
    expect(review({ address }, { contacts: [{ ...ben, address }, ann] }, address)).not.toHaveProperty(
      'alike',
    );
  });

  test('may keep its own address and name when it is edited', () => {
    const contact = { ...ann, note: 'new' };
    expect(review(contact, {}, alice)).toEqual({ contact });
    expect(putContact([ann, ben], contact, alice)).toEqual([contact, ben]);
  });
});

test('the list is sorted, and every field is searched', () => {
  expect(putContact([ben], { ...ann, name: 'Zoe' }).map(({ name }) => name)).toEqual(['Ben', 'Zoe']);
  expect(searchContacts([ann, ben], 'SHOP')).toEqual([ann]);
  expect(searchContacts([ann, ben], bob.slice(5, 12))).toEqual([ben]);
  expect(searchContacts([ann, ben], '')).toHaveLength(2);
});

const [ID, OTHER_ID] = ['ab'.repeat(32), 'cd'.repeat(32)] as const;

test('a label is cleaned, cut, and removed by an empty text', () => {
  const labels = setLabel({ [OTHER_ID]: 'tea' }, ID, ` re\u202Ent ${'x'.repeat(500)}`);
  expect(labels[ID]).toMatch(/^rent x{115}$/);
  expect(setLabel(labels, ID, '  ')).toEqual({ [OTHER_ID]: 'tea' });
});

describe('a file of contacts and labels', () => {
  const mine: Records = { contacts: [ann, ben], labels: { [ID]: 'rent' } };
  const none: Records = { contacts: [], labels: {} };
  const run = (text: string, current = mine) =>
    importRecords(current, readLabelsFile(text)!, { network: 'devnet', own: [OWN], accounts: [OWN.address] });
  const lines = (...records: readonly object[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join('');

  test('is BIP-329: contacts with their notes, labels and account names, one for each address', () => {
    const accounts = [OWN, { address: alice, name: 'Account 1' }];
    const written = exportRecords({ ...mine, contacts: [ann] }, accounts);
    expect(written.trimEnd().split('\n')).toEqual([
      `{"type":"tx","ref":"${ID}","label":"rent"}`,
      `{"type":"addr","ref":"${OWN.address}","label":"Savings","watched":true}`,
      `{"type":"addr","ref":"${alice}","label":"Ann","watched":true,"note":"shop"}`,
    ]);
  });

  test('restores everything in a new wallet, even a contact for an own account', () => {
    const records = { ...mine, contacts: [ann, ben, { ...OWN, name: 'Zoe', note: '' }] };
    const text = exportRecords(records, [OWN, { address: dave, name: 'Account 1' }]);
    const accounts = [OWN.address, dave];
    const file = readLabelsFile(text)!;
    const imported = importRecords(none, file, { network: 'devnet', own: [OWN], accounts });
    expect(imported).toEqual({ records, added: 4, refused: [], full: 0, skipped: 0 });
  });

  test('adds what is new, keeps the wallet’s own where they differ, and names what it leaves out', () => {
    const text = lines(
      { type: 'addr', ref: alice, label: 'Ann' },
      { type: 'addr', ref: bob, label: 'Benjamin' },
      { type: 'addr', ref: carol, label: 'Carol', note: 'new' },
      { type: 'addr', ref: dave, label: 'carol' },
      { type: 'addr', ref: `${carol.slice(0, -1)}1`, label: 'Broken' },
      { type: 'addr', ref: twinOf(alice), label: 'Twin' },
      { type: 'addr', ref: OWN.address, label: 'Not mine to name' },
      { type: 'tx', ref: ID, label: 'rent May' },
      { type: 'tx', ref: OTHER_ID, label: 'bakery' },
      { type: 'block', ref: 'ef'.repeat(32), label: 'The first' },
      { type: 'xpub', ref: 'x' },
    );
    expect(run(text)).toEqual({
      records: {
        contacts: [ann, ben, { address: carol, name: 'Carol', note: 'new' }],
        labels: { [ID]: 'rent', [OTHER_ID]: 'bakery' },
      },
      added: 2,
      refused: ['Benjamin', 'carol', 'Broken', 'Twin', 'rent May'],
      full: 0,
      skipped: 2,
    });
  });

  test('with what the wallet has, but for invisible characters and notes, changes nothing', () => {
    const same = { type: 'tx', ref: ID, label: ' re\u202Ent\u200B' };
    const annToo = { type: 'addr', ref: alice, label: 'Ann', note: ann.note };
    const imported = run(lines(same, annToo, { type: 'addr', ref: bob, label: 'Ben' }));
    expect(imported).toEqual({ records: mine, added: 0, refused: [], full: 0, skipped: 0 });
  });

  test('adds what fits into a wallet, and counts the rest', () => {
    const contacts = Array.from({ length: CONTENTS_LIMITS.contacts - 1 }, (_, index) => {
      return { address: `d${index}`, name: `Friend ${index}`, note: '' };
    });
    const tx = (index: number) => ({ type: 'tx', ref: index.toString(16).padStart(64, '0'), label: 'rent' });
    const file = lines(
      { type: 'addr', ref: carol, label: 'Carol' },
      { type: 'addr', ref: dave, label: 'Dave' },
      ...Array.from({ length: CONTENTS_LIMITS.labels + 2 }, (_, index) => tx(index)),
    );
    const { records, ...counts } = run(file, { contacts, labels: {} });
    expect(counts).toEqual({ added: 1 + CONTENTS_LIMITS.labels, refused: [], full: 3, skipped: 0 });
    expect(() =>
      encodeVaultContents({ ...createVaultContents(DEVELOPMENT_MNEMONIC), ...records }),
    ).not.toThrow();
  });
});
