import unhomoglyph from 'unhomoglyph';
import type { NetworkName } from '@cairn/protocol';
import { cleanText, fitText, foldName } from '../clean-text.ts';
import type { LabelsFile } from './labels-file.ts';
import type { NamedAddress, Records } from './records.ts';
import {
  checkRecipient,
  collectKnownAddresses,
  type KnownAddress,
  type RecipientEntry,
  findLookAlike,
} from '../send/recipient.ts';
import { type Contact, CONTENTS_LIMITS } from '../vault/vault-contents.ts';

/** What a contact is compared with. */
export interface AddressBook {
  readonly contacts: readonly Contact[];
  /** The wallet's own accounts; a contact may not look like one of them. */
  readonly own: readonly NamedAddress[];
  readonly network: NetworkName;
}

/** A typed contact as it would be stored, and what is wrong with it: nothing if it has none of the other fields. */
export interface ContactReview {
  readonly contact: Contact;
  /** The name is empty, or is that of another contact or own account, or looks the same. */
  readonly name?: 'empty' | NamedAddress;
  /** The address is invalid, or that of another contact. */
  readonly address?: Extract<RecipientEntry, { ok: false }> | Contact;
  /** Another known address that the valid one could be mistaken for: its owner must have compared them. */
  readonly alike?: KnownAddress;
}

/**
 * Checks a typed contact. The address must have a valid checksum and belong to the wallet's network. Neither address
 * nor name may equal or look like another contact's. Texts are cleaned and cut to their limits.
 * @param replacing address of the edited contact, which was compared when it was saved; absent for a new one
 */
export function reviewContact(typed: Contact, book: AddressBook, replacing?: string): ContactReview {
  const { network, own } = book;
  const contacts = book.contacts.filter(({ address }) => address !== replacing);
  const entry = checkRecipient(typed.address, network);
  const address = entry.ok ? entry.address : typed.address;
  const name = fitText(typed.name, CONTENTS_LIMITS.name);
  const contact = { address, name, note: fitText(typed.note, CONTENTS_LIMITS.note) };
  // An own account may also be a contact, with the same name.
  const others = [...contacts, ...own.filter((account) => account.address !== address)];
  const forms = comparedForms(name);
  const taken = others.find((other) => formsOf(other).some((form, at) => form === forms[at]));
  const nameProblem = name === '' ? 'empty' : taken;
  const addressProblem = entry.ok ? contacts.find((other) => other.address === address) : entry;
  const known = collectKnownAddresses({ own, contacts, transfers: [] });
  const isNew = entry.ok && address !== replacing;
  const alike = isNew ? findLookAlike(address, known) : undefined;
  return {
    contact,
    ...(nameProblem && { name: nameProblem }),
    ...(addressProblem && { address: addressProblem }),
    ...(alike && { alike }),
  };
}

/** The list with a checked contact in place of the one with the address `replacing`, if there is one; sorted by name. */
export function putContact(contacts: readonly Contact[], contact: Contact, replacing?: string): Contact[] {
  const others = contacts.filter(({ address }) => address !== replacing && address !== contact.address);
  return sortContacts([...others, contact]);
}

/** Sorted by name in the reader's alphabetical order, then by address. */
function sortContacts(contacts: readonly Contact[]): Contact[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return contacts.toSorted((a, b) => compare(a.name, b.name) || (a.address < b.address ? -1 : 1));
}

/** Contacts whose name, note or address contains the text. */
export function searchContacts(contacts: readonly Contact[], text: string): Contact[] {
  const wanted = foldName(text);
  return contacts.filter(({ name, note, address }) =>
    [name, note, address].some((part) => foldName(part).includes(wanted)),
  );
}

/**
 * The forms in which names are compared: folded, and the skeletons of both cases, which have different confusables. Two
 * names look the same if one of the forms is equal: except for case, compatibility variants and confusable characters (UTS
 * 39 section 4), such as Latin and Cyrillic letters, `l` and `I`, `rn` and `m`.
 */
function comparedForms(name: string): readonly string[] {
  const folded = foldName(name);
  return [folded, skeletonOf(folded), skeletonOf(cleanText(name).normalize('NFKC'))];
}

const FORMS = new WeakMap<NamedAddress, readonly string[]>();

/** The forms of a listed name, computed once: an import compares each of its names with all others. */
function formsOf(named: NamedAddress): readonly string[] {
  const known = FORMS.get(named) ?? comparedForms(named.name);
  FORMS.set(named, known);
  return known;
}

/** UTS 39 section 4: decomposed, each character replaced by its prototype, decomposed again. */
function skeletonOf(text: string): string {
  return unhomoglyph(text.normalize('NFD')).normalize('NFD');
}

/** What an import did. */
export interface Imported {
  /** The wallet's records after it. */
  readonly records: Records;
  /** Number of contacts and labels that are new. */
  readonly added: number;
  /** Names and labels left out: the wallet has another text there, or they are invalid or too much like another. */
  readonly refused: readonly string[];
  /** Number of contacts and labels left out because the wallet is full. */
  readonly full: number;
  /** Number of lines of the file that are about neither address nor transaction. */
  readonly skipped: number;
}

/**
 * Adds what a file of labels has and the wallet has not: labels of transactions, and named addresses as contacts, each checked
 * as if the user had typed it after the contacts before it. A record of an account of the wallet is a contact only if it has a
 * note, which the wallet writes for contacts alone.
 * @param accounts addresses of the wallet's accounts
 */
export function importRecords(
  current: Records,
  file: LabelsFile,
  { own, network, accounts }: Omit<AddressBook, 'contacts'> & { accounts: readonly string[] },
): Imported {
  const refused: string[] = [];
  const contacts = [...current.contacts];
  const labels = { ...current.labels };
  let full = 0;
  let room = CONTENTS_LIMITS.labels - Object.keys(labels).length;
  for (const { type, ref, label, note } of file.records) {
    if (type === 'tx') {
      if (labels[ref] === undefined && room-- <= 0) full++;
      else if ((labels[ref] ??= label) !== label) refused.push(label);
    }
    if (type !== 'addr' || label === '' || (note === undefined && accounts.includes(ref))) continue;
    const known = contacts.find(({ address }) => address === ref);
    const typed = { address: ref, name: fitText(label, CONTENTS_LIMITS.name), note: note ?? '' };
    // Other programs keep no notes.
    if (known?.name === typed.name && (typed.note === '' || typed.note === known.note)) continue;
    if (!known && contacts.length >= CONTENTS_LIMITS.contacts) {
      full++;
      continue;
    }
    const review = known ? undefined : reviewContact(typed, { contacts, own, network });
    if (review && !review.name && !review.address && !review.alike) contacts.push(review.contact);
    else refused.push(typed.name);
  }
  const count = (records: Records): number => records.contacts.length + Object.keys(records.labels).length;
  const records = { contacts: sortContacts(contacts), labels };
  const blocks = file.records.filter(({ type }) => type === 'block').length;
  return { records, added: count(records) - count(current), refused, full, skipped: file.skipped + blocks };
}
