import { fitText } from '../clean-text.ts';
import { type LabelRecord, writeLabelsFile } from './labels-file.ts';
import { type Contact, CONTENTS_LIMITS } from '../vault/vault-contents.ts';

/** Private notes by transaction ID. */
export type Labels = Readonly<Record<string, string>>;

/** The labels with that of one transaction set; an empty text removes it, a text that is too long is cut. */
export function setLabel(labels: Labels, id: string, text: string): Labels {
  const { [id]: _former, ...others } = labels;
  const label = fitText(text, CONTENTS_LIMITS.label);
  return label === '' ? others : { ...others, [id]: label };
}

/** An address and its name. */
export interface NamedAddress {
  readonly address: string;
  readonly name: string;
}

/** Contacts and labels, the contents of an exported file. */
export interface Records {
  readonly contacts: readonly Contact[];
  readonly labels: Labels;
}

/**
 * The text of a labels file (BIP-329) with contacts and labels. It is not encrypted. The explorer and other programs
 * can read it.
 * @param accounts the wallet's accounts with their names, which the explorer then watches
 */
export function exportRecords({ contacts, labels }: Records, accounts: readonly NamedAddress[]): string {
  const watched = new Set(accounts.map(({ address }) => address));
  // A contact for an account of one's own replaces the account's name.
  const named = new Map<string, NamedAddress & Partial<Contact>>(
    [...accounts, ...contacts].map((entry) => [entry.address, entry]),
  );
  return writeLabelsFile([
    ...Object.entries(labels).map(([ref, label]) => ({ type: 'tx', ref, label, watched: false }) as const),
    ...[...named.values()].map(({ address: ref, name: label, note }): LabelRecord => {
      return { type: 'addr', ref, label, watched: watched.has(ref), ...(note !== undefined && { note }) };
    }),
  ]);
}
