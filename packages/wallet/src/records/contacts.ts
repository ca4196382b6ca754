import type { NetworkName } from '@cairn/protocol';
import { checkRecipient, type RecipientEntry } from '../send/recipient-entry.ts';
import { CONTENTS_LIMITS, type Contact } from '../vault/vault-contents.ts';
import { cleanText, foldName } from '../entry-text.ts';

/** What is wrong with a contact as it was typed. */
export type ContactProblem =
  | { readonly field: 'name'; readonly problem: 'empty' | 'too_long' }
  /** Another contact has this name: two that look the same are a trap. */
  | { readonly field: 'name'; readonly problem: 'taken'; readonly by: Contact }
  | { readonly field: 'note'; readonly problem: 'too_long' }
  | {
      readonly field: 'address';
      readonly problem: 'invalid';
      readonly entry: Extract<RecipientEntry, { ok: false }>;
    }
  | { readonly field: 'address'; readonly problem: 'taken'; readonly by: Contact }
  | { readonly field: 'list'; readonly problem: 'full' };

/** A typed contact, judged: the contact as it would be kept, or everything that is wrong with it. */
export type ContactReview =
  | { readonly ok: true; readonly contact: Contact }
  | { readonly ok: false; readonly problems: readonly ContactProblem[] };

/**
 * Judges a typed contact. The address must add up and be of the wallet's network; neither address nor name may be
 * another contact's.
 * @param replacing address of the contact that is edited; absent for a new one
 */
export function reviewContact(input: {
  typed: Contact;
  contacts: readonly Contact[];
  network: NetworkName;
  replacing?: string | undefined;
}): ContactReview {
  const { typed, network, replacing } = input;
  const others = input.contacts.filter(({ address }) => address !== replacing);
  const name = cleanText(typed.name);
  const note = cleanText(typed.note);
  const entry = checkRecipient(typed.address, network);
  const problems = [
    nameProblem(name, others),
    addressProblem(entry, others),
    note.length > CONTENTS_LIMITS.note ? ({ field: 'note', problem: 'too_long' } as const) : undefined,
    others.length >= CONTENTS_LIMITS.contacts ? ({ field: 'list', problem: 'full' } as const) : undefined,
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0 || !entry.ok) return { ok: false, problems };
  return { ok: true, contact: { address: entry.address, name, note } };
}

/** The list with a judged contact in it, in the place of the one with the address `replacing` where that is given. */
export function putContact(contacts: readonly Contact[], contact: Contact, replacing?: string): Contact[] {
  const others = contacts.filter(({ address }) => address !== replacing && address !== contact.address);
  return sortContacts([...others, contact]);
}

/** The list without the contact with this address. */
export function removeContact(contacts: readonly Contact[], address: string): Contact[] {
  return contacts.filter((contact) => contact.address !== address);
}

/** By name as a person looks for it, then by address. */
export function sortContacts(contacts: readonly Contact[]): Contact[] {
  return [...contacts].sort(
    (a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || (a.address < b.address ? -1 : 1),
  );
}

/** Those whose name, note or address holds the text; all of them for an empty one. */
export function searchContacts(contacts: readonly Contact[], text: string): Contact[] {
  const wanted = foldName(text);
  return contacts.filter(
    ({ name, note, address }) =>
      foldName(name).includes(wanted) ||
      foldName(note).includes(wanted) ||
      address.toLowerCase().includes(wanted),
  );
}

function nameProblem(name: string, others: readonly Contact[]): ContactProblem | undefined {
  if (name === '') return { field: 'name', problem: 'empty' };
  if (name.length > CONTENTS_LIMITS.name) return { field: 'name', problem: 'too_long' };
  const by = others.find((other) => foldName(other.name) === foldName(name));
  return by && { field: 'name', problem: 'taken', by };
}

function addressProblem(entry: RecipientEntry, others: readonly Contact[]): ContactProblem | undefined {
  if (!entry.ok) return { field: 'address', problem: 'invalid', entry };
  const by = others.find(({ address }) => address === entry.address);
  return by && { field: 'address', problem: 'taken', by };
}
