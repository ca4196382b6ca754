import { Card } from '@cairn/ui';
import type { VNode } from 'preact';
import '../messages/groups/own/index.ts';
import '../messages/groups/search/index.ts';
import { useWords } from '../messages/words.ts';
import { findLabels, labelPath, useKeptLabels } from './own-labels.ts';

/** Most labels listed. */
const MOST = 20;

export interface FoundLabelsProps {
  text: string;
  /** Shown if no label contains the text. */
  otherwise: VNode;
}

/** The user's labels that contain a text, on the search page. Loaded only if there are labels. */
export function FoundLabels({ text, otherwise }: FoundLabelsProps) {
  const words = useWords();
  const { t } = words;
  const records = findLabels(useKeptLabels().file.records, text).slice(0, MOST);
  if (records.length === 0) return otherwise;
  return (
    <Card title={t('own.title')}>
      <ul class="own__found">
        {records.map((record) => (
          <li key={record.ref}>
            <a href={labelPath(record, words)}>
              {t(`search.labelled.${record.type}`, {
                label: record.label,
                reference: words.shortReference(record.ref),
              })}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
