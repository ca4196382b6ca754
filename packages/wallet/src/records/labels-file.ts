import { fitText } from '../clean-text.ts';

/*
 * A file of labels that other wallets can read: BIP-329 (https://bips.dev/329/), one JSON object per line.
 *
 *   {"type":"addr","ref":"dRJh…","label":"Bakery","watched":true,"note":"Open until six"}
 *   {"type":"tx","ref":"26a0…","label":"Rent"}
 *   {"type":"block","ref":"2efa…","label":"The first"}
 *
 * The type `block` and the fields `watched` and `note` are not in BIP-329, which tells programs to ignore unknown ones.
 * `note` is the note of a contact; the wallet writes it for each contact, even if it is empty. Records of other BIP-329
 * types (keys, inputs, outputs) are preserved: they are written back unchanged.
 */

export const LABEL_TYPES = ['addr', 'tx', 'block'] as const;

/** Type of the labelled object. */
export type LabelType = (typeof LABEL_TYPES)[number];

/** A record of a known type. */
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
  /** Maximum number of records of known types: enough for the labels, contacts and accounts of a full wallet. */
  records: 7_500,
  /** Maximum number of records of other types. */
  otherRecords: 1_000,
  /** Maximum number of damaged lines: with more, it is not a labels file. */
  damaged: 1_000,
  /** Maximum length of a record of another type, in UTF-16 code units; a longer one counts as damaged. */
  otherLength: 2_000,
  /** Maximum length of a label, in UTF-16 code units; a longer one is cut. */
  label: 120,
  /** Maximum length of a contact's note, in UTF-16 code units; a longer one is cut. */
  note: 280,
} as const;

/** A parsed file. */
export interface LabelsFile {
  /** The last record of each labelled object, in the order of the file. */
  readonly records: readonly LabelRecord[];
  /** Lines with records of unknown types, unchanged. */
  readonly others: readonly string[];
  /** Malformed lines, and records of other types above the limit `otherLength`; line numbers count from 1. */
  readonly damaged: readonly { readonly line: number; readonly text: string }[];
}

export type LabelsFileResult =
  | { readonly ok: true; readonly file: LabelsFile }
  | { readonly ok: false; readonly problem: 'too_large' | 'too_many' };

const FORMS: Readonly<Record<LabelType, RegExp>> = {
  addr: /^[1-9A-HJ-NP-Za-km-z]{34}$/,
  tx: /^[0-9a-f]{64}$/,
  block: /^[0-9a-f]{64}$/,
};

/**
 * Reads an untrusted file's text: checks sizes, shapes and types, and drops unknown fields and records without content.
 */
export function readLabelsFile(text: string): LabelsFileResult {
  if (text.length > LABELS_FILE_LIMITS.length) return { ok: false, problem: 'too_large' };
  const records = new Map<string, LabelRecord>();
  const others: string[] = [];
  const damaged: { line: number; text: string }[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const written = parseLine(line);
    if (written === undefined) damaged.push({ line: index + 1, text: line });
    else if (written === 'other') others.push(line);
    else {
      if (written.label === '' && !written.watched) continue; // neither labels nor watches its object
      // Removed first, so that the last of several records keeps its own position.
      records.delete(written.ref);
      records.set(written.ref, written);
    }
    const isFull =
      records.size > LABELS_FILE_LIMITS.records || others.length > LABELS_FILE_LIMITS.otherRecords;
    if (isFull || damaged.length > LABELS_FILE_LIMITS.damaged) return { ok: false, problem: 'too_many' };
  }
  return { ok: true, file: { records: [...records.values()], others, damaged } };
}

/** The file's text. @param others records of unknown types, as they were read */
export function writeLabelsFile(records: readonly LabelRecord[], others: readonly string[] = []): string {
  const lines = records.map(({ type, ref, label, watched, note }) =>
    JSON.stringify({
      type,
      ref,
      ...(label !== '' && { label }),
      ...(watched && { watched }),
      ...(note !== undefined && { note }),
    }),
  );
  return [...lines, ...others].map((line) => `${line}\n`).join('');
}

/** The record of a line; `other` for a record of an unknown type, `undefined` for a malformed line. */
function parseLine(line: string): LabelRecord | 'other' | undefined {
  const value = parseObject(line);
  if (value === undefined) return undefined;
  const { type, ref, label = '' } = value;
  if (typeof type !== 'string' || typeof ref !== 'string' || typeof label !== 'string') return undefined;
  if (!isLabelType(type)) return line.length <= LABELS_FILE_LIMITS.otherLength ? 'other' : undefined;
  const written = type === 'addr' ? ref : ref.toLowerCase();
  if (!FORMS[type].test(written)) return undefined;
  const { watched, note } = value;
  return {
    type,
    ref: written,
    label: fitText(label, LABELS_FILE_LIMITS.label),
    watched: type === 'addr' && watched === true,
    ...(type === 'addr' && typeof note === 'string' && { note: fitText(note, LABELS_FILE_LIMITS.note) }),
  };
}

function isLabelType(type: string): type is LabelType {
  return LABEL_TYPES.some((known) => known === type);
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
