import type { LabelRecord } from '@cairn/wallet/labels-file';
import type { Words } from '../messages/words.ts';

/** Whose label holds the text, those that begin with it first; case and width do not matter. */
export function findLabels(records: Iterable<LabelRecord>, text: string): LabelRecord[] {
  const wanted = folded(text.trim());
  if (wanted === '') return [];
  return [...records]
    .map((record) => ({ record, at: folded(record.label).indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => Math.min(one.at, 1) - Math.min(other.at, 1))
    .map(({ record }) => record);
}

/** The page of what a label is given to. */
export function labelPath({ type, ref }: LabelRecord, { link }: Words): string {
  return { addr: link.address, tx: link.transaction, block: link.block }[type](ref);
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
