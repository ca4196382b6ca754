import { CONTENTS_LIMITS } from '../vault/vault-contents.ts';
import { fitText } from '../entry-text.ts';
import type { NamedAddress } from './contacts.ts';
import { type LabelRecord, LABELS_FILE_LIMITS, type LabelsFile, readLabelsFile } from './labels-file.ts';
import type { Records, RecordsFileReading } from './records-file.ts';

/** Whether a file's text is one of labels (BIP-329): its first line is a record. */
export function isLabelsFile(text: string): boolean {
  const start = text
    .slice(0, LABELS_FILE_LIMITS.other)
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split('\n', 1)[0]!;
  const reading = readLabelsFile(start);
  return reading.ok && start !== '' && reading.file.damaged.length === 0;
}

/**
 * Contacts and labels as the records that the explorer and other programs read. A contact's note stays here: BIP-329 has
 * one text for each address.
 * @param accounts the wallet's accounts by name, which the explorer is to watch
 */
export function labelsOfRecords(
  { contacts, labels }: Records,
  accounts: readonly NamedAddress[] = [],
): LabelRecord[] {
  const watched = new Set(accounts.map(({ address }) => address));
  // The last one of an address counts.
  const names = new Map([
    ...Object.entries(labels),
    ...accounts.map(({ address, name }) => [address, name] as const),
    ...contacts.map(({ address, name }) => [address, name] as const),
  ]);
  return [...names].map(([ref, label]) => ({
    type: ref.length === ID_LENGTH ? 'tx' : 'addr',
    ref,
    label,
    watched: watched.has(ref),
  }));
}

const ID_LENGTH = 64;

/**
 * A file's labels as contacts and labels, for the preview of a merge. Addresses become contacts and keep the note of an
 * existing contact; the wallet's own accounts keep their names.
 * @param accounts addresses of the wallet's accounts
 */
export function recordsOfLabels(
  file: LabelsFile,
  mine: Records,
  accounts: ReadonlySet<string>,
): RecordsFileReading {
  const notes = new Map(mine.contacts.map(({ address, note }) => [address, note]));
  const named = file.records.filter(
    ({ type, ref, label }) => type === 'addr' && label !== '' && !accounts.has(ref),
  );
  if (named.length > CONTENTS_LIMITS.contacts) return { ok: false, problem: 'too_many' };
  const contacts = named.map(({ ref, label }) => ({
    address: ref,
    name: fitText(label, CONTENTS_LIMITS.name),
    note: notes.get(ref) ?? '',
  }));
  const labels = Object.fromEntries(
    file.records.filter(({ type }) => type === 'tx').map(({ ref, label }) => [ref, label]),
  );
  return { ok: true, records: { contacts, labels } };
}
