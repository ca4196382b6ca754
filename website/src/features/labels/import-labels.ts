import { identifyAddressNetwork } from '@cairn/protocol';
import type { LabelRecord, LabelsFile } from '@cairn/wallet/labels-file';
import { changeLabels, MOST_WATCHED, readLabels, type SaveProblem } from '../../site/labels.ts';

/** What an import did. */
export interface Imported {
  /** Number of labels and watched addresses that are new here. */
  readonly added: number;
  /** Number of labels that differ from the stored ones, which stayed unless they were replaced. */
  readonly different: number;
  /** Number of records whose address has a typo or belongs to another chain. */
  readonly refused: number;
  /** Number of addresses beyond `MOST_WATCHED`: only their labels were imported. */
  readonly unwatched: number;
  /** Why nothing was imported; `undefined` on success. */
  readonly problem: SaveProblem | undefined;
}

/**
 * Imports a file of labels. A stored label stays unless `replace` is true, a record without a label keeps the stored one, and no
 * address stops being watched.
 */
export function importLabels({ records, others }: LabelsFile, replace: boolean): Imported {
  const { byRef, file } = readLabels();
  const valid = records.filter(
    ({ type, ref }) => type !== 'addr' || identifyAddressNetwork(ref) !== undefined,
  );
  let free = MOST_WATCHED - file.records.filter(({ watched }) => watched).length;
  const counts = { added: 0, different: 0, refused: records.length - valid.length, unwatched: 0 };
  const taken = new Map<string, LabelRecord>();
  for (const record of valid) {
    const known = byRef.get(record.ref);
    const isNewlyWatched = record.watched && known?.watched !== true;
    const watched = known?.watched === true || (isNewlyWatched && free > 0);
    if (isNewlyWatched && watched) free -= 1;
    if (isNewlyWatched && !watched) counts.unwatched += 1;
    const stored = known?.label ?? '';
    const isDifferent = stored !== '' && record.label !== '' && record.label !== stored;
    if (isDifferent) counts.different += 1;
    const label = isDifferent && !replace ? stored : record.label || stored;
    if (label === stored && watched === (known?.watched ?? false)) continue;
    if (!isDifferent) counts.added += 1;
    taken.set(record.ref, { ...record, label, watched });
  }
  const problem = changeLabels(
    (before) => [...before.filter(({ ref }) => !taken.has(ref)), ...taken.values()],
    others,
  );
  return { ...counts, problem };
}
