import unhomoglyph from 'unhomoglyph';
import type { NetworkName } from '@cairn/protocol';
import { cleanText, fitText, foldName } from '../clean-text.ts';
import { labelOf, type Labels, type Records, setLabel, type NamedAddress } from './records.ts';
import { checkRecipient, type KnownAddress, looksAlike, type RecipientEntry } from '../send/recipient.ts';
import { type Contact, CONTENTS_LIMITS } from '../vault/vault-contents.ts';

/** Why a typed contact is invalid. */
export type ContactProblem =
  | { readonly field: 'name'; readonly problem: 'empty' | 'too_long' }
  /** Another contact or an own account has this name, or one that looks the same. */
  | { readonly field: 'name'; readonly problem: 'taken'; readonly by: NamedAddress; readonly own: boolean }
  | { readonly field: 'note'; readonly problem: 'too_long' }
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
 * nor name may equal or look like another contact's.
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
  const name = cleanText(typed.name);
  const note = cleanText(typed.note);
  const entry = checkRecipient(typed.address, network);
  const alike = entry.ok ? findAlike(entry.address, others, own) : undefined;
  const isConfirmed = entry.ok && entry.address === (confirmedAddress ?? replacing);
  const problems = [
    nameProblem(name, entry, others, own),
    addressProblem(entry, others, isConfirmed ? undefined : alike),
    note.length > CONTENTS_LIMITS.note ? ({ field: 'note', problem: 'too_long' } as const) : undefined,
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
export function sortContacts(contacts: readonly Contact[]): Contact[] {
  return [...contacts].sort(
    (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || (a.address < b.address ? -1 : 1),
  );
}

/** Contacts whose name, note or address contains the text. */
export function searchContacts(contacts: readonly Contact[], text: string): Contact[] {
  const wanted = foldName(text);
  return contacts.filter(
    ({ name, note, address }) =>
      foldName(name).includes(wanted) ||
      foldName(note).includes(wanted) ||
      address.toLowerCase().includes(wanted),
  );
}

function nameProblem(
  name: string,
  entry: RecipientEntry,
  others: readonly Contact[],
  own: readonly NamedAddress[],
): ContactProblem | undefined {
  if (name === '') return { field: 'name', problem: 'empty' };
  if (name.length > CONTENTS_LIMITS.name) return { field: 'name', problem: 'too_long' };
  const looksSame = (other: NamedAddress): boolean => looksLikeName(other.name, name);
  const contact = others.find(looksSame);
  if (contact !== undefined) return { field: 'name', problem: 'taken', by: contact, own: false };
  // An own account may also be a contact, with the same name.
  const account = own.find((other) => looksSame(other) && !(entry.ok && entry.address === other.address));
  return account && { field: 'name', problem: 'taken', by: account, own: true };
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

/** The own account or contact that an address could be mistaken for; an own account itself looks like none. */
function findAlike(
  address: string,
  others: readonly Contact[],
  own: readonly NamedAddress[],
): KnownAddress | undefined {
  if (own.some((account) => account.address === address)) return undefined;
  const known = [
    ...own.map((account) => ({ ...account, trust: 'own' as const })),
    ...others.map(({ address: other, name }) => ({ address: other, name, trust: 'contact' as const })),
  ];
  return known.find((other) => looksAlike(address, other.address));
}

/**
 * True if two names look the same: equal except for case, compatibility variants and confusable characters (UTS 39
 * section 4: equal skeletons), such as Latin and Cyrillic letters, `l` and `I`, `rn` and `m`.
 */
function looksLikeName(one: string, other: string): boolean {
  const [left, right] = [comparedForms(one), comparedForms(other)];
  return left.some((form, index) => form === right[index]);
}

/** The forms of a name that are compared: folded, and the skeletons of both cases, which have different confusables. */
function comparedForms(name: string): string[] {
  const folded = foldName(name);
  return [folded, skeletonOf(folded), skeletonOf(cleanText(name).normalize('NFKC'))];
}

/** UTS 39 section 4: decomposed, each character replaced by its prototype, decomposed again. */
function skeletonOf(text: string): string {
  return unhomoglyph(text.normalize('NFD')).normalize('NFD');
}

/** What importing a file would do, shown before anything is changed. */
export interface MergePreview {
  /** Contacts and labels that the wallet does not have. */
  readonly added: Records;
  /** Those that the wallet has for the same address or transaction, with another text. */
  readonly changed: Records;
  /** Names and labels that cannot be imported: invalid, too much like another one, or beyond the wallet's limits. */
  readonly refused: readonly string[];
}

/**
 * Previews importing a file's records. Each contact is checked as if the user had typed it after the contacts before
 * it.
 * @param own the wallet's own accounts, which no contact may look like
 */
export function previewMerge(
  current: Records,
  imported: Records,
  network: NetworkName,
  own: readonly NamedAddress[] = [],
): MergePreview {
  const added: Contact[] = [];
  const changed: Contact[] = [];
  const refused: string[] = [];
  let contacts = current.contacts;
  for (const typed of imported.contacts) {
    const known = contacts.find(({ address }) => address === typed.address);
    const review = reviewContact({ typed, contacts, own, network, replacing: known?.address });
    if (!review.ok) {
      refused.push(typed.name);
      continue;
    }
    const { contact } = review;
    if (known === undefined) added.push(contact);
    else if (known.name !== contact.name || known.note !== contact.note) changed.push(contact);
    contacts = putContact(contacts, contact);
  }
  const labels = sortLabels(current.labels, imported.labels);
  return {
    added: { contacts: added, labels: Object.fromEntries(labels.added) },
    changed: { contacts: changed, labels: Object.fromEntries(labels.changed) },
    refused: [...refused, ...labels.refused.map(([, text]) => text)],
  };
}

/**
 * The wallet's records after the import.
 * @param replace whether the file's names, notes and labels replace those that the wallet has for the same address or
 *   transaction; new ones are always added
 */
export function applyMerge(current: Records, { added, changed }: MergePreview, replace: boolean): Records {
  let { contacts, labels } = current;
  for (const part of replace ? [added, changed] : [added]) {
    for (const contact of part.contacts) contacts = putContact(contacts, contact);
    for (const [key, text] of Object.entries(part.labels)) labels = setLabel(labels, key, text);
  }
  return { contacts, labels };
}

/** Form of a transaction ID or an address; labels with other keys are ignored. */
const LABEL_KEY = /^(?:[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{34})$/;

/** Sorts imported labels: new ones, as many as there is room for, those with another text, and the rest. */
function sortLabels(current: Labels, imported: Labels) {
  const entries = Object.entries(imported)
    .filter(([key]) => LABEL_KEY.test(key))
    .map(([key, text]) => [key, fitText(text, CONTENTS_LIMITS.label)] as const)
    .filter(([key, text]) => text !== '' && labelOf(current, key) !== text);
  const fresh = entries.filter(([key]) => labelOf(current, key) === undefined);
  const room = Math.max(0, CONTENTS_LIMITS.labels - Object.keys(current).length);
  return {
    added: fresh.slice(0, room),
    refused: fresh.slice(room),
    changed: entries.filter(([key]) => labelOf(current, key) !== undefined),
  };
}
