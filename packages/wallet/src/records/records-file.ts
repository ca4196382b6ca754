import type { NetworkName } from '@cairn/protocol';
import { CONTENTS_LIMITS, type Contact } from '../vault/vault-contents.ts';
import type { Labels } from './labels.ts';

/*
 * The file in which contacts and labels travel: plain JSON, not encrypted, and said so where it is written.
 *
 *   { "format": "cairn-records", "version": 1, "network": "testnet",
 *     "contacts": [{ "address": "…", "name": "…", "note": "…" }], "labels": { "<transaction ID or address>": "…" } }
 */

/** Contents of the file. */
export interface Records {
  readonly contacts: readonly Contact[];
  readonly labels: Labels;
}

/** Characters of the largest file that is read. */
export const MAX_RECORDS_FILE_LENGTH = 2_000_000;

const FORMAT = 'cairn-records';
const VERSION = 1;

export type RecordsFileProblem =
  | 'too_large'
  | 'not_json'
  | 'not_records'
  /** Written by a later version of the wallet. */
  | 'newer_version'
  | 'other_network'
  | 'too_many';

/** A read file: its records as written (each is checked when it is merged), or why the file is invalid. */
export type RecordsFileReading =
  | { readonly ok: true; readonly records: Records }
  | { readonly ok: false; readonly problem: RecordsFileProblem };

/** The file's text. */
export function encodeRecordsFile(network: NetworkName, { contacts, labels }: Records): string {
  const file = { format: FORMAT, version: VERSION, network, contacts, labels };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Reads an untrusted file's text: checks sizes, shapes and types, and drops unknown fields. */
export function decodeRecordsFile(text: string, network: NetworkName): RecordsFileReading {
  if (text.length > MAX_RECORDS_FILE_LENGTH) return failed('too_large');
  const file = parseObject(text);
  if (typeof file === 'string') return failed(file);
  if (file['format'] !== FORMAT || typeof file['version'] !== 'number') return failed('not_records');
  if (file['version'] !== VERSION) return failed('newer_version');
  if (file['network'] !== network) return failed('other_network');
  const { contacts = [], labels = {} } = file;
  if (!Array.isArray(contacts) || !isRecord(labels)) return failed('not_records');
  const entries = Object.entries(labels);
  if (contacts.length > CONTENTS_LIMITS.contacts || entries.length > CONTENTS_LIMITS.labels) {
    return failed('too_many');
  }
  if (!contacts.every(isWrittenContact) || !entries.every(isWrittenLabel)) return failed('not_records');
  return { ok: true, records: { contacts: contacts.map(pickContact), labels: Object.fromEntries(entries) } };
}

function parseObject(text: string): Record<string, unknown> | RecordsFileProblem {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(value) ? value : 'not_records';
  } catch {
    return 'not_json';
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A contact of a file; its note may be left out. */
type WrittenContact = Omit<Contact, 'note'> & { readonly note?: string };

function isWrittenContact(value: unknown): value is WrittenContact {
  if (!isRecord(value)) return false;
  const { address, name, note = '' } = value;
  return [address, name, note].every((field) => typeof field === 'string');
}

function isWrittenLabel(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

function pickContact({ address, name, note = '' }: WrittenContact): Contact {
  return { address, name, note };
}

function failed(problem: RecordsFileProblem): RecordsFileReading {
  return { ok: false, problem };
}
