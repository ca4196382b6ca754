import { fitText } from '../clean-text.ts';

/*
 * A file of labels that other wallets can read: BIP-329 (https://bips.dev/329/), one JSON object per line.
 *
 *   {"type":"addr","ref":"dRJh…","label":"Bakery","watched":true,"note":"Open until six"}
 *   {"type":"tx","ref":"26a0…","label":"Rent"}
 *   {"type":"block","ref":"2efa…","label":"The first"}
 *
 * The type `block` and the fields `watched` and `note` are not in BIP-329, which tells programs to ignore unknown ones.
 * `note` is the note of a contact; the wallet writes it for each contact, even if it is empty. Records of the other types
 * (keys, inputs, outputs) are about nothing that this chain has.
 */

export const LABEL_TYPES = ['addr', 'tx', 'block'] as const;

/** Type of the labelled object. */
export type LabelType = (typeof LABEL_TYPES)[number];

export interface LabelRecord {
  readonly type: LabelType;
  /** An address, or an ID in lowercase hex. Only its form is checked, not its checksum. */
  readonly ref: string;
  /** Clean and within the limit; empty for an address that is only watched. */
  readonly label: string;
  /** True for an address whose balance is watched. */
  readonly watched: boolean;
  /** The note of a contact, clean and within the limit; absent for an address that is not a contact. */
  readonly note?: string;
}

export const LABELS_FILE_LIMITS = {
  /** Maximum length of a file, in UTF-16 code units. */
  length: 2_000_000,
  /** Maximum size of a file in bytes: a UTF-16 code unit takes at most three in UTF-8. */
  bytes: 6_000_000,
  /** Maximum number of records and skipped lines: enough for the labels, contacts and accounts of a full wallet. */
  records: 7_500,
  /** Maximum length of a label and of a note, in UTF-16 code units; a longer one is cut. */
  label: 120,
  note: 280,
} as const;

/** A parsed file. */
export interface LabelsFile {
  /** The last record of each labelled object. */
  readonly records: readonly LabelRecord[];
  /** Number of lines that are no such record. */
  readonly skipped: number;
}

/**
 * Reads an untrusted file's text: checks sizes, shapes and types, and drops unknown fields and records without content.
 * @returns `undefined` for a file above the limits
 */
export function readLabelsFile(text: string): LabelsFile | undefined {
  if (text.length > LABELS_FILE_LIMITS.length) return undefined;
  const records = new Map<string, LabelRecord>();
  let skipped = 0;
  for (const line of text.split('\n').map((whole) => whole.trim())) {
    if (line === '') continue;
    const record = readRecord(line);
    if (record === undefined) skipped += 1;
    else if (record.label !== '' || record.watched) records.set(record.ref, record);
    if (records.size + skipped > LABELS_FILE_LIMITS.records) return undefined;
  }
  return { records: [...records.values()], skipped };
}

/** The file's text. */
export function writeLabelsFile(records: readonly LabelRecord[]): string {
  return records
    .map(({ type, ref, label, watched, note }) => {
      const fields = { ...(label !== '' && { label }), ...(watched && { watched }) };
      return `${JSON.stringify({ type, ref, ...fields, ...(note !== undefined && { note }) })}\n`;
    })
    .join('');
}

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{34}$/;
const ID = /^[0-9a-f]{64}$/;

function readRecord(line: string): LabelRecord | undefined {
  const { type: typed, ref: written, label = '', watched, note } = parseObject(line);
  const type = LABEL_TYPES.find((known) => known === typed);
  if (type === undefined || typeof written !== 'string' || typeof label !== 'string') return undefined;
  const isAddress = type === 'addr';
  const ref = isAddress ? written : written.toLowerCase();
  if (!(isAddress ? ADDRESS : ID).test(ref)) return undefined;
  return {
    type,
    ref,
    label: fitText(label, LABELS_FILE_LIMITS.label),
    watched: isAddress && watched === true,
    ...(isAddress && typeof note === 'string' && { note: fitText(note, LABELS_FILE_LIMITS.note) }),
  };
}

/** The fields of a JSON object; none of anything else. */
function parseObject(line: string): Partial<Record<keyof LabelRecord, unknown>> {
  try {
    return Object(JSON.parse(line)) as Partial<Record<keyof LabelRecord, unknown>>;
  } catch {
    return {};
  }
}
