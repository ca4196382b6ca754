import type { LabelRecord, LabelsFile } from '@cairn/wallet/labels-file';
import { identifyAddressNetwork } from '@cairn/protocol';
import { changeLabels, type SaveProblem, type StoredLabels, MOST_WATCHED } from '../../site/labels.ts';

/** The changes that importing a file would make. */
export interface ImportPreview {
  readonly added: readonly LabelRecord[];
  /** New records for identifiers that have a different label now. */
  readonly changed: readonly LabelRecord[];
  /** Number of records that are stored already. */
  readonly unchanged: number;
  /** Number of records that are not imported, because their address has a typo or belongs to another chain. */
  readonly refused: number;
  /** Number of watched addresses beyond `MOST_WATCHED`: only their labels are imported. */
  readonly unwatched: number;
  readonly file: LabelsFile;
}

/** Compares a labels file with the stored labels; stores nothing. */
export function previewImport(stored: StoredLabels, file: LabelsFile): ImportPreview {
  const added: LabelRecord[] = [];
  const changed: LabelRecord[] = [];
  let unchanged = 0;
  const valid = file.records.filter(
    ({ type, ref }) => type !== 'addr' || identifyAddressNetwork(ref) !== undefined,
  );
  const { records, unwatched } = fitWatched(stored, valid);
  for (const record of records) {
    const known = stored.byRef.get(record.ref);
    const merged = known === undefined ? record : mergeRecord(known, record);
    if (known === undefined) added.push(record);
    else if (known.label === merged.label && known.watched === merged.watched) unchanged++;
    else if (known.label === '' || known.label === merged.label) added.push(merged);
    else changed.push(merged);
  }
  return { added, changed, unchanged, refused: file.records.length - valid.length, unwatched, file };
}

/** Drops the watch flag of new addresses beyond `MOST_WATCHED`, then all records with neither label nor flag. */
function fitWatched({ file: { records: stored }, byRef }: StoredLabels, imported: readonly LabelRecord[]) {
  const isNew = ({ ref, watched }: LabelRecord) => watched && byRef.get(ref)?.watched !== true;
  const free = Math.max(0, MOST_WATCHED - stored.filter(({ watched }) => watched).length);
  const over = new Set(imported.filter(isNew).slice(free));
  const records = imported
    .map((record) => (over.has(record) ? { ...record, watched: false } : record))
    .filter(({ label, watched }) => label !== '' || watched);
  return { records, unwatched: over.size };
}

/**
 * Imports a file's labels.
 * @param replace true if they replace existing labels of the same identifiers: the visitor's choice, false by default
 * @returns why nothing was imported; `undefined` on success
 */
export function applyImport(preview: ImportPreview, replace: boolean): SaveProblem | undefined {
  const taken = [...preview.added, ...(replace ? preview.changed : [])];
  const refs = new Set(taken.map(({ ref }) => ref));
  return changeLabels(
    (records) => [...records.filter(({ ref }) => !refs.has(ref)), ...taken],
    preview.file.others,
  );
}

/** An import never stops watching an address, and a record without a label keeps the existing one. */
function mergeRecord(known: LabelRecord, record: LabelRecord): LabelRecord {
  return { ...known, label: record.label || known.label, watched: known.watched || record.watched };
}
