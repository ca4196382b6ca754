import {
  Button,
  Card,
  type Column,
  DataTable,
  EmptyState,
  Identifier,
  LabelsContext,
  TextField,
} from '@cairn/ui';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { useMemo, useState } from 'preact/hooks';
import { useTranslations, type Translations } from '../messages/translations.ts';
import { findLabels, keepRecord, type KeptLabels, labelPath } from './own-labels.ts';

/** Number of labels from which on the card has a search field. */
const SEARCHED_FROM = 8;

/** Rows at first, and for each press of “Show more”: rendering 5,000 at once takes seconds. */
const ROWS = 100;

/** All labels by name. */
export function LabelsCard({ kept }: { kept: KeptLabels }) {
  const translations = useTranslations();
  const { t, count, locale } = translations;
  const [text, setText] = useState('');
  const [most, setMost] = useState(ROWS);
  const labelled = useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return kept.file.records
      .filter(({ label }) => label !== '')
      .toSorted((one, other) => compare(one.label, other.label));
  }, [kept, locale]);
  const found = text.trim() === '' ? labelled : findLabels(labelled, text);
  const rows = found.slice(0, most);
  const search = (typed: string) => {
    setText(typed);
    setMost(ROWS);
  };
  return (
    <Card title={t('own.labels')} flush>
      {labelled.length >= SEARCHED_FROM && (
        <div class="own__foot">
          <TextField label={t('own.find')} type="search" value={text} onInput={search} />
        </div>
      )}
      {labelled.length === 0 && (
        <EmptyState title={t('own.labelsNone')}>
          <p>{t('own.labelsNoneText')}</p>
        </EmptyState>
      )}
      {labelled.length > 0 && rows.length === 0 && <EmptyState title={t('own.noMatch')} />}
      {rows.length > 0 && (
        // The identifiers show no label: it has its own column.
        <LabelsContext.Provider value={undefined}>
          <DataTable
            caption={t('own.labels')}
            columns={columnsOf(translations)}
            rows={rows}
            rowKey={({ ref }) => ref}
          />
        </LabelsContext.Provider>
      )}
      {found.length > rows.length && (
        <div class="own__foot">
          <p class="c-small c-muted">
            {t('own.shown', { shown: count(rows.length), total: count(found.length) })}
          </p>
          <div>
            <Button size="sm" onClick={() => setMost(most + ROWS)}>
              {t('own.showMore')}
            </Button>
          </div>
        </div>
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
      header: t('own.label'),
      narrow: 'lead',
      cell: (record) => (
        <a href={labelPath(record, translations)}>
          <bdi>{record.label}</bdi>
        </a>
      ),
    },
    { id: 'what', header: t('own.what'), narrow: 'aside', cell: ({ type }) => t(`own.type.${type}`) },
    {
      id: 'id',
      header: t('own.id'),
      narrow: 'below',
      cell: ({ type, ref }) => <Identifier value={ref} what={t(WHAT[type])} length="short" />,
    },
    {
      id: 'actions',
      header: t('own.actions'),
      narrow: 'beside',
      align: 'end',
      cell: (record) => (
        <Button
          size="sm"
          variant="ghost"
          label={t('own.removeNamed', { name: record.label })}
          onClick={() => void keepRecord({ ...record, label: '' })}
        >
          {t('own.remove')}
        </Button>
      ),
    },
  ];
}
