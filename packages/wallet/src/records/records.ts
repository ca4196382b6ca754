import { fitText } from '../clean-text.ts';
import { type LabelRecord, LABELS_FILE_LIMITS, readLabelsFile, writeLabelsFile } from './labels-file.ts';
import { type Contact, CONTENTS_LIMITS } from '../vault/vault-contents.ts';

/** Private notes by transaction ID or address. */
export type Labels = Readonly<Record<string, string>>;

/** The label of a transaction or address; `undefined` if it has none. */
export function labelOf(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

/**
 * The labels with one of them set. An empty text removes it, and a text that is too long is cut. If the number of
 * labels has reached its limit, a new one is not added and the same object is returned.
 * @param key transaction ID or address
 */
export function setLabel(labels: Labels, key: string, text: string): Labels {
  const label = fitText(text, CONTENTS_LIMITS.label);
  if (label === '') return Object.fromEntries(Object.entries(labels).filter(([other]) => other !== key));
  const full = Object.keys(labels).length >= CONTENTS_LIMITS.labels && !Object.hasOwn(labels, key);
  return full ? labels : { ...labels, [key]: label };
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

/** Why a file cannot be imported. `too_many`: it is larger than any wallet's; `no_records`: it has no name or label. */
export type RecordsFileProblem = 'too_many' | 'no_records';

/** The contents of a file, for `importRecords`; `skipped`: lines that are damaged or about neither address nor transaction. */
export type RecordsFileResult =
  | { readonly ok: true; readonly records: Records; readonly skipped: number }
  | { readonly ok: false; readonly problem: RecordsFileProblem };

/**
 * Reads an untrusted labels file in UTF-8. An address with a name is a contact, with an empty note if the file has none. An own
 * account is one only if its record has a note, which the wallet writes for contacts only.
 * @param accounts addresses of the wallet's accounts
 */
export function readRecords(bytes: Uint8Array, accounts: ReadonlySet<string>): RecordsFileResult {
  if (bytes.length > MAX_RECORDS_FILE_BYTES) return { ok: false, problem: 'too_many' };
  const text = decodeText(bytes);
  if (text === undefined) return { ok: false, problem: 'no_records' };
  const reading = readLabelsFile(text);
  if (!reading.ok) return { ok: false, problem: 'too_many' };
  const { records, others, damaged } = reading.file;
  const contacts = records
    .filter(
      ({ type, ref, label, note }) =>
        type === 'addr' && label !== '' && (note !== undefined || !accounts.has(ref)),
    )
    .map(({ ref, label, note = '' }) => ({ address: ref, name: fitText(label, CONTENTS_LIMITS.name), note }));
  const labelled = records.filter(({ type }) => type === 'tx').map(({ ref, label }) => [ref, label] as const);
  if (contacts.length + labelled.length === 0) return { ok: false, problem: 'no_records' };
  const blocks = records.filter(({ type }) => type === 'block').length;
  return {
    ok: true,
    records: { contacts, labels: Object.fromEntries(labelled) },
    skipped: others.length + damaged.length + blocks,
  };
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
