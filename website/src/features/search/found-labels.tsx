import { Card } from '@cairn/ui';
import type { VNode } from 'preact';
import { useTranslations } from './texts.ts';
import { findLabels, labelPath, useStoredLabels } from '../../site/labels.ts';

/** Maximum number of labels listed. */
const MOST = 20;

export interface FoundLabelsProps {
  text: string;
  /** Shown if no label contains the text. */
  otherwise: VNode;
}

/** The user's labels that contain a text, on the search page. Loaded only if there are labels. */
export function FoundLabels({ text, otherwise }: FoundLabelsProps) {
  const translations = useTranslations();
  const { t } = translations;
  const records = findLabels(useStoredLabels().file.records, text).slice(0, MOST);
  if (records.length === 0) return otherwise;
  return (
    <Card title={t('personal.title')}>
      <ul class="personal__found">
        {records.map((record) => (
          <li key={record.ref}>
            <a href={labelPath(record, translations)}>
              {t(`search.labelled.${record.type}`, {
                label: record.label,
                reference: translations.shortReference(record.ref),
              })}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
