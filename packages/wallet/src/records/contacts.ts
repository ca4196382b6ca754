import unhomoglyph from 'unhomoglyph';
import type { NetworkName } from '@cairn/protocol';
import { cleanText, fitText, foldName } from '../clean-text.ts';
import { labelOf, type NamedAddress, type Records } from './records.ts';
import {
  checkRecipient,
  collectKnownAddresses,
  type KnownAddress,
  type RecipientEntry,
  recipientRisk,
} from '../send/recipient.ts';
import { type Contact, CONTENTS_LIMITS } from '../vault/vault-contents.ts';

/** Why a typed contact is invalid. */
export type ContactProblem =
  | { readonly field: 'name'; readonly problem: 'empty' }
  /** Another contact or an own account has this name, or one that looks the same. */
  | { readonly field: 'name'; readonly problem: 'taken'; readonly by: NamedAddress }
  | {
      readonly field: 'address';
      readonly problem: 'invalid';
      readonly entry: Extract<RecipientEntry, { ok: false }>;
    }
  | { readonly field: 'address'; readonly problem: 'taken'; readonly by: Contact }
  /** The address looks like that of a contact or own account, and the user has not confirmed it. */
  | { readonly field: 'address'; readonly problem: 'alike'; readonly by: KnownAddress }
  | { readonly field: 'list'; readonly problem: 'full' };

/**
 * Result of checking a typed contact: the contact as it would be stored, or its problems, at most one for each field.
 * `alike`: the known address that the typed one could be mistaken for, confirmed or not.
 */
export type ContactReview = { readonly alike?: KnownAddress } & (
  | { readonly ok: true; readonly contact: Contact }
  | { readonly ok: false; readonly problems: readonly ContactProblem[] }
);

/**
 * Checks a typed contact. The address must have a valid checksum and belong to the wallet's network. Neither address
 * nor name may equal or look like another contact's. Texts are cleaned and cut to their limits.
 * @param input.own the wallet's own accounts; a contact may not look like one of them
 * @param input.replacing address of the edited contact; absent for a new one
 * @param input.confirmedAddress the address that the user has confirmed although it looks like another
 */
export function reviewContact(input: {
  typed: Contact;
  contacts: readonly Contact[];
  own?: readonly NamedAddress[];
  network: NetworkName;
  replacing?: string | undefined;
  confirmedAddress?: string | undefined;
}): ContactReview {
  const { typed, network, replacing, own = [], confirmedAddress } = input;
  const others = input.contacts.filter(({ address }) => address !== replacing);
  const name = fitText(typed.name, CONTENTS_LIMITS.name);
  const note = fitText(typed.note, CONTENTS_LIMITS.note);
  const entry = checkRecipient(typed.address, network);
  const known = collectKnownAddresses({ own, contacts: others, transfers: [] });
  const alike = entry.ok
    ? recipientRisk({ address: entry.address, known, paid: new Set() }).lookAlike
    : undefined;
  const isConfirmed = entry.ok && entry.address === (confirmedAddress ?? replacing);
  const problems = [
    nameProblem(name, entry, others, own),
    addressProblem(entry, others, isConfirmed ? undefined : alike),
    others.length >= CONTENTS_LIMITS.contacts ? ({ field: 'list', problem: 'full' } as const) : undefined,
  ].filter((problem) => problem !== undefined);
  const found = alike && { alike };
  if (problems.length > 0 || !entry.ok) return { ok: false, problems, ...found };
  return { ok: true, contact: { address: entry.address, name, note }, ...found };
}

/** The list with a checked contact added; with `replacing`, it replaces the contact with that address. */
export function putContact(contacts: readonly Contact[], contact: Contact, replacing?: string): Contact[] {
  const others = contacts.filter(({ address }) => address !== replacing && address !== contact.address);
  return sortContacts([...others, contact]);
}

/** The list without the contact with this address. */
export function removeContact(contacts: readonly Contact[], address: string): Contact[] {
  return contacts.filter((contact) => contact.address !== address);
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
    [foldName(name), foldName(note), address.toLowerCase()].some((part) => part.includes(wanted)),
  );
}

function nameProblem(
  name: string,
  entry: RecipientEntry,
  others: readonly Contact[],
  own: readonly NamedAddress[],
): ContactProblem | undefined {
  if (name === '') return { field: 'name', problem: 'empty' };
  const forms = comparedForms(name);
  const looksSame = (other: NamedAddress): boolean => formsOf(other).some((form, at) => form === forms[at]);
  // An own account may also be a contact, with the same name.
  const by =
    others.find(looksSame) ??
    own.find((other) => looksSame(other) && !(entry.ok && entry.address === other.address));
  return by && { field: 'name', problem: 'taken', by };
}

function addressProblem(
  entry: RecipientEntry,
  others: readonly Contact[],
  alike: KnownAddress | undefined,
): ContactProblem | undefined {
  if (!entry.ok) return { field: 'address', problem: 'invalid', entry };
  const by = others.find(({ address }) => address === entry.address);
  if (by !== undefined) return { field: 'address', problem: 'taken', by };
  return alike && { field: 'address', problem: 'alike', by: alike };
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
  /**
   * Names and labels that were left out: the wallet has another text for the same address or transaction, or they are invalid,
   * too much like another one, or beyond the wallet's limits.
   */
  readonly refused: readonly string[];
}

/**
 * Adds what a file has and the wallet has not. Each contact is checked as if the user had typed it after the contacts before
 * it.
 * @param current the wallet's records
 * @param imported result of `readRecords`
 * @param options.own the wallet's own accounts, which no contact may look like
 */
export function importRecords(
  current: Records,
  imported: Records,
  { network, own }: { network: NetworkName; own: readonly NamedAddress[] },
): Imported {
  const refused: string[] = [];
  let added = 0;
  let { contacts } = current;
  for (const typed of imported.contacts) {
    const known = contacts.find(({ address }) => address === typed.address);
    // Other programs keep no notes.
    if (known?.name === typed.name && (typed.note === '' || typed.note === known.note)) continue;
    const isFull = contacts.length >= CONTENTS_LIMITS.contacts;
    const review = known || isFull ? undefined : reviewContact({ typed, contacts, own, network });
    if (review?.ok) {
      contacts = [...contacts, review.contact];
      added += 1;
    } else refused.push(typed.name);
  }
  const labels = { ...current.labels };
  let room = CONTENTS_LIMITS.labels - Object.keys(labels).length;
  for (const [id, text] of Object.entries(imported.labels)) {
    const label = fitText(text, CONTENTS_LIMITS.label);
    const known = labelOf(labels, id);
    if (label === '' || label === known) continue;
    if (known !== undefined || room-- <= 0) refused.push(label);
    else {
      labels[id] = label;
      added += 1;
    }
  }
  return { records: { contacts: sortContacts(contacts), labels }, added, refused };
}
