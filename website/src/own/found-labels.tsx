import { Card } from '@cairn/ui';
import type { VNode } from 'preact';
import { referenceShort } from '../lib/titles.ts';
import '../messages/rooms/own/index.ts';
import '../messages/rooms/search/index.ts';
import { useWords } from '../messages/context.tsx';
import { findLabels, labelPath } from './find-labels.ts';
import { useKeptLabels } from './use-kept-labels.ts';

/** Labels that the search page lists. */
const MOST = 20;

export interface FoundLabelsProps {
  text: string;
  /** Shown where no label holds the text. */
  otherwise: VNode;
}

/** On the search page: what the reader gave a label to that holds the text. It is loaded only where there are labels. */
export function FoundLabels({ text, otherwise }: FoundLabelsProps) {
  const words = useWords();
  const { t, locale } = words;
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
                reference: referenceShort(record.ref, locale),
              })}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
