import {
  type LabelRecord,
  LABELS_FILE_LIMITS,
  readLabelsFile,
  writeLabelsFile,
} from '@cairn/wallet/labels-file';
import { onStored, readStored, type StorageProblem, useStore, writeStored } from '@cairn/ui';
import { LABELS_KEY } from './settings.ts';
import type { Translations } from './translations.ts';

/** The user's labels and watched addresses as this browser stores them. */
export interface StoredLabels {
  /** The text in storage; empty without labels. */
  readonly text: string;
  readonly records: readonly LabelRecord[];
  readonly byRef: ReadonlyMap<string, LabelRecord>;
  /** Labels by identifier. */
  readonly names: ReadonlyMap<string, string>;
  /** True if the stored text exceeds the limits of a labels file: no label is shown, and nothing is overwritten. */
  readonly isTooLarge: boolean;
}

/** Maximum number of watched addresses: the watch page requests each of them at every new block. */
export const MOST_WATCHED = 50;

/** Why a change was not saved: also too many watched addresses. */
export type SaveProblem = StorageProblem | 'watched';

let last: StoredLabels | undefined;

/** The stored labels; the same object until they change. */
export function readLabels(): StoredLabels {
  const text = readStored(LABELS_KEY) ?? '';
  if (last?.text !== text) last = parse(text);
  return last;
}

/** The stored labels, kept up to date. Only for parts of a page that the server does not render. */
export function useStoredLabels(): StoredLabels {
  return useStore({ get: readLabels, subscribe: onStored });
}

/**
 * Changes the records as they are stored now, including changes of other tabs.
 * @returns why nothing was saved; `undefined` on success
 */
export function changeLabels(
  change: (records: readonly LabelRecord[]) => readonly LabelRecord[],
): SaveProblem | undefined {
  const { records: before, isTooLarge } = readLabels();
  if (isTooLarge) return 'full';
  const records = change(before);
  const watched = countWatched(records);
  // Storage edited by hand can hold more than the limit: removing one address must still work.
  if (watched > MOST_WATCHED && watched > countWatched(before)) return 'watched';
  const text = writeLabelsFile(records);
  const isFull = records.length > LABELS_FILE_LIMITS.records || text.length > LABELS_FILE_LIMITS.length;
  return isFull ? 'full' : writeStored(LABELS_KEY, text || undefined);
}

/**
 * Saves a record in place of the stored one of the same identifier; one without a label that is not watched is removed.
 */
export function saveRecord(record: LabelRecord): SaveProblem | undefined {
  return changeLabels((records) => {
    const others = records.filter(({ ref }) => ref !== record.ref);
    return record.label === '' && !record.watched ? others : [...others, record];
  });
}

/** Path of the page of the labelled address, transaction or block. */
export function labelPath({ type, ref }: Pick<LabelRecord, 'type' | 'ref'>, { link }: Translations): string {
  return { addr: link.address, tx: link.transaction, block: link.block }[type](ref);
}

const countWatched = (records: readonly LabelRecord[]): number =>
  records.filter(({ watched }) => watched).length;

function parse(text: string): StoredLabels {
  const file = readLabelsFile(text);
  const records = file?.records ?? [];
  const labelled = records.filter(({ label }) => label !== '');
  return {
    text,
    records,
    byRef: new Map(records.map((record) => [record.ref, record])),
    names: new Map(labelled.map(({ ref, label }) => [ref, label])),
    isTooLarge: file === undefined,
  };
}
