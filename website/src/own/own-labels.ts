import {
  type LabelRecord,
  LABELS_FILE_LIMITS,
  type LabelsFile,
  readLabelsFile,
  writeLabelsFile,
} from '@cairn/wallet/labels-file';
import { LABELS_CHANGED, LABELS_STORAGE_KEY } from './labels-changed.ts';

/** The reader's labels and watched addresses as this browser keeps them. */
export interface KeptLabels {
  /** As stored. */
  readonly text: string;
  readonly file: LabelsFile;
  readonly byRef: ReadonlyMap<string, LabelRecord>;
  /** Labels by identifier. */
  readonly names: ReadonlyMap<string, string>;
  /** The stored labels are too large to be read: none is shown, and nothing is overwritten. */
  readonly isUnreadable: boolean;
}

/** Watched addresses: each is asked for at each new block while the watch page is open. */
export const MOST_WATCHED = 50;

/**
 * Why a change was not kept: the storage is forbidden or full, there are too many labels or watched addresses, or what is
 * kept is unreadable.
 */
export type KeepProblem = 'forbidden' | 'full' | 'watched' | 'unreadable';

const EMPTY: LabelsFile = { records: [], others: [], damaged: [], shortened: [], repeated: 0 };

let last: KeptLabels | undefined;

/** The stored labels; the same object until they change. */
export function keptLabels(): KeptLabels {
  const text = readText();
  if (last?.text !== text) last = parse(text);
  return last;
}

/**
 * Changes the records that are kept at this moment, whichever tab wrote them. Lines that are not understood, other
 * programs' or damaged ones, stay as they are.
 */
export function changeLabels(
  change: (records: readonly LabelRecord[]) => readonly LabelRecord[],
  others: readonly string[] = [],
): KeepProblem | undefined {
  const { file, isUnreadable } = keptLabels();
  if (isUnreadable) return 'unreadable';
  const records = change(file.records);
  const kept = [...new Set([...file.others, ...others])];
  const damaged = file.damaged.map(({ text }) => text);
  const watched = countWatched(records);
  // Something else may have put more there: those can be taken off one by one.
  if (watched > MOST_WATCHED && watched > countWatched(file.records)) return 'watched';
  if (records.length > LABELS_FILE_LIMITS.records || kept.length > LABELS_FILE_LIMITS.others) return 'full';
  return writeText(writeLabelsFile(records, [...kept, ...damaged]));
}

/** Gives a thing another label or takes it (or leaves it) off the watchlist; a record that says nothing is removed. */
export function keepRecord(record: LabelRecord): KeepProblem | undefined {
  return changeLabels((records) => {
    const others = records.filter(({ ref }) => ref !== record.ref);
    return record.label === '' && !record.watched ? others : [...others, record];
  });
}

/** Removes the lines that cannot be read; of a text that cannot be read at all, everything. */
export function discardDamaged(): KeepProblem | undefined {
  const { file, isUnreadable } = keptLabels();
  return writeText(isUnreadable ? '' : writeLabelsFile(file.records, file.others));
}

const countWatched = (records: readonly LabelRecord[]): number =>
  records.filter(({ watched }) => watched).length;

function parse(text: string): KeptLabels {
  const reading = readLabelsFile(text);
  const file = reading.ok ? reading.file : EMPTY;
  const labelled = file.records.filter(({ label }) => label !== '');
  return {
    text,
    file,
    byRef: new Map(file.records.map((record) => [record.ref, record])),
    names: new Map(labelled.map(({ ref, label }) => [ref, label])),
    isUnreadable: !reading.ok,
  };
}

function readText(): string {
  try {
    return localStorage.getItem(LABELS_STORAGE_KEY) ?? '';
  } catch {
    return ''; // storage can be forbidden (a privacy setting): a change then says so
  }
}

function writeText(text: string): KeepProblem | undefined {
  if (text.length > LABELS_FILE_LIMITS.length) return 'full';
  try {
    if (text === '') localStorage.removeItem(LABELS_STORAGE_KEY);
    else localStorage.setItem(LABELS_STORAGE_KEY, text);
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'forbidden';
  }
  dispatchEvent(new Event(LABELS_CHANGED));
  return undefined;
}
