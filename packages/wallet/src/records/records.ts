import { cleanText, fitText } from '../clean-text.ts';
import { CONTENTS_LIMITS, type Contact } from '../vault/vault-contents.ts';
import type { NamedAddress } from './contacts.ts';
import type { Labels } from './labels.ts';
import { type LabelRecord, LABELS_FILE_LIMITS, readLabelsFile, writeLabelsFile } from './labels-file.ts';

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
export function writeRecords({ contacts, labels }: Records, accounts: readonly NamedAddress[] = []): string {
  const watched = new Set(accounts.map(({ address }) => address));
  // A later entry for the same address replaces an earlier one.
  const texts = new Map<string, { label: string; note?: string }>([
    ...Object.entries(labels).map(([ref, label]) => [ref, { label }] as const),
    ...accounts.map(({ address, name }) => [address, { label: name }] as const),
    ...contacts.map(({ address, name, note }) => [address, { label: name, note }] as const),
  ]);
  const records = [...texts].map(([ref, text]): LabelRecord => {
    return { type: ref.length === ID_LENGTH ? 'tx' : 'addr', ref, watched: watched.has(ref), ...text };
  });
  return writeLabelsFile(records);
}

const ID_LENGTH = 64;

/** Maximum size of a file in bytes: a UTF-16 code unit takes at most three in UTF-8. */
export const MAX_RECORDS_FILE_BYTES = LABELS_FILE_LIMITS.length * 3;

/** Why a file cannot be imported. `not_text`: it is not UTF-8; `no_records`: no line has a name or label to import. */
export type RecordsFileProblem = 'too_large' | 'not_text' | 'no_records' | 'too_many';

/** The contents of a file, for `previewMerge`. */
export interface ReadRecords {
  readonly records: Records;
  /** Number of lines that are damaged or not about an address or a transaction. */
  readonly skipped: number;
  /** Number of lines that a later one about the same address or transaction replaced. */
  readonly repeated: number;
  /** Shortened names and labels, and the names of contacts whose note was shortened. */
  readonly shortened: readonly string[];
}

export type RecordsFileResult =
  ({ readonly ok: true } & ReadRecords) | { readonly ok: false; readonly problem: RecordsFileProblem };

/**
 * Reads an untrusted labels file. An address with a name becomes a contact; its note is the file's or, if it has none,
 * the existing contact's. An own account becomes a contact only if its record has a note, which the wallet writes for
 * contacts only.
 * @param accounts addresses of the wallet's accounts
 */
export function readRecords(
  bytes: Uint8Array,
  current: Records,
  accounts: ReadonlySet<string>,
): RecordsFileResult {
  if (bytes.length > MAX_RECORDS_FILE_BYTES) return { ok: false, problem: 'too_large' };
  const text = decodeText(bytes);
  if (text === undefined) return { ok: false, problem: 'not_text' };
  const reading = readLabelsFile(text);
  if (!reading.ok) return reading;
  const { records, others, damaged, repeated, shortened } = reading.file;
  const named = records.filter(
    ({ type, ref, label, note }) =>
      type === 'addr' && label !== '' && (note !== undefined || !accounts.has(ref)),
  );
  const labelled = records.filter(({ type }) => type === 'tx');
  if (named.length + labelled.length === 0) return { ok: false, problem: 'no_records' };
  if (named.length > CONTENTS_LIMITS.contacts || labelled.length > CONTENTS_LIMITS.labels)
    return { ok: false, problem: 'too_many' };
  const notes = new Map(current.contacts.map(({ address, note }) => [address, note]));
  const contacts = named.map(({ ref, label, note }) => ({
    address: ref,
    name: fitText(label, CONTENTS_LIMITS.name),
    note: note ?? notes.get(ref) ?? '',
  }));
  const cut = new Set(shortened);
  const cutNames = contacts.filter(
    ({ address, name }, index) => cut.has(address) || name.length < cleanText(named[index]!.label).length,
  );
  const blocks = records.filter(({ type }) => type === 'block').length;
  return {
    ok: true,
    records: {
      contacts,
      labels: Object.fromEntries(labelled.map(({ ref, label }) => [ref, label])),
    },
    skipped: others.length + damaged.length + blocks,
    repeated,
    shortened: [
      ...cutNames.map(({ name }) => name),
      ...labelled.filter(({ ref }) => cut.has(ref)).map(({ label }) => label),
    ],
  };
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
