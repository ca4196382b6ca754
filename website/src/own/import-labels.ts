import { type LabelRecord, type LabelsFile } from '@cairn/wallet/labels-file';
import { identifyAddressNetwork } from '@cairn/protocol';
import { changeLabels, type KeepProblem, type KeptLabels } from './own-labels.ts';

/** What taking a file's labels over would do, to be looked at before anything is changed. */
export interface ImportPreview {
  readonly added: readonly LabelRecord[];
  /** As they would be; another label is kept for the same thing. */
  readonly changed: readonly LabelRecord[];
  readonly unchanged: number;
  /** Addresses that no Cairn network has: a typo, or another chain's. */
  readonly refused: number;
  readonly file: LabelsFile;
}

/** Looks at what a file would change. */
export function previewImport({ byRef }: KeptLabels, file: LabelsFile): ImportPreview {
  const added: LabelRecord[] = [];
  const changed: LabelRecord[] = [];
  let [unchanged, refused] = [0, 0];
  for (const record of file.records) {
    const known = byRef.get(record.ref);
    const merged = known === undefined ? record : mergeRecord(known, record);
    if (record.type === 'addr' && identifyAddressNetwork(record.ref) === undefined) refused++;
    else if (known === undefined) added.push(record);
    else if (known.label === merged.label && known.watched === merged.watched) unchanged++;
    else if (known.label === '' || known.label === merged.label) added.push(merged);
    else changed.push(merged);
  }
  return { added, changed, unchanged, refused, file };
}

/** Takes a file's labels over. @param replace whether a label that is known becomes the file's */
export function applyImport(preview: ImportPreview, replace: boolean): KeepProblem | undefined {
  const taken = [...preview.added, ...(replace ? preview.changed : [])];
  const refs = new Set(taken.map(({ ref }) => ref));
  return changeLabels(
    (records) => [...records.filter(({ ref }) => !refs.has(ref)), ...taken],
    preview.file.others,
  );
}

/** A file never takes something off the watchlist, and a record without a label changes none. */
function mergeRecord(known: LabelRecord, record: LabelRecord): LabelRecord {
  return { ...known, label: record.label || known.label, watched: known.watched || record.watched };
}
