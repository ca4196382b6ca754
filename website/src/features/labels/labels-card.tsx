import { Button, Card, EmptyState, Identifier, LabelsContext } from '@cairn/ui';
import { type Column, DataTable } from '../../site/data-table.tsx';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { useMemo } from 'preact/hooks';
import { useTranslations, type Translations } from './texts.ts';
import { labelPath, saveRecord, type StoredLabels } from '../../site/labels.ts';

/** Rows shown; the search finds the others. Rendering 5,000 at once takes seconds. */
const ROWS = 100;

/** The labels, sorted alphabetically. */
export function LabelsCard({ stored }: { stored: StoredLabels }) {
  const translations = useTranslations();
  const { t, count, locale } = translations;
  const labelled = useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return stored.file.records
      .filter(({ label }) => label !== '')
      .toSorted((one, other) => compare(one.label, other.label));
  }, [stored, locale]);
  const rows = labelled.slice(0, ROWS);
  return (
    <Card title={t('personal.labels')} flush>
      {labelled.length === 0 && (
        <EmptyState title={t('personal.labelsNone')}>
          <p>{t('personal.labelsNoneText')}</p>
        </EmptyState>
      )}
      {rows.length > 0 && (
        // No label is shown with an identifier, because labels have their own column.
        <LabelsContext.Provider value={undefined}>
          <DataTable
            caption={t('personal.labels')}
            columns={columnsOf(translations)}
            rows={rows}
            rowKey={({ ref }) => ref}
          />
        </LabelsContext.Provider>
      )}
      {labelled.length > rows.length && (
        <p class="c-card__footer c-small c-muted">
          {t('personal.shown', { shown: count(rows.length), total: count(labelled.length) })}
        </p>
      )}
    </Card>
  );
}

const WHAT = { addr: 'what.address', tx: 'what.transactionId', block: 'what.blockId' } as const;

function columnsOf(translations: Translations): Column<LabelRecord>[] {
  const { t } = translations;
  return [
    {
      id: 'label',
      header: t('personal.label'),
      narrow: 'lead',
      cell: (record) => (
        <a href={labelPath(record, translations)}>
          <bdi>{record.label}</bdi>
        </a>
      ),
    },
    {
      id: 'what',
      header: t('personal.what'),
      narrow: 'aside',
      cell: ({ type }) => t(`personal.type.${type}`),
    },
    {
      id: 'id',
      header: t('personal.id'),
      narrow: 'below',
      cell: ({ type, ref }) => <Identifier value={ref} what={t(WHAT[type])} length="short" />,
    },
    {
      id: 'actions',
      header: t('personal.actions'),
      narrow: 'beside',
      align: 'end',
      cell: (record) => (
        <Button
          size="sm"
          variant="ghost"
          label={t('personal.removeNamed', { name: record.label })}
          onClick={() => void saveRecord({ ...record, label: '' })}
        >
          {t('personal.remove')}
        </Button>
      ),
    },
  ];
}
