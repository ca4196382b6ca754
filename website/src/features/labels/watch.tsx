import { parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, EmptyState, Identifier, onStored, Skeleton, useStore } from '@cairn/ui';
import type { LabelType } from '@cairn/wallet/labels-file';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { definePage } from '../../site/island.tsx';
import { labelPath, saveRecord, useStoredLabels } from '../../site/labels.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import { useRequest } from '../../site/request.ts';
import { LabelsFile } from './labels-file.tsx';
import { texts, type Translations, useTranslations } from './texts.ts';
import { askPermission, permission, type Seen, seenRequest, useNews, useWatched, watch } from './watching.ts';
import './labels.css';

/** Rows shown; the search finds the others. Rendering 5,000 at once takes seconds. */
const ROWS = 100;

/** The reader's own page, from the browser's storage: what is watched, and the labels. */
function Watch() {
  const { t } = useTranslations();
  // The server, and the first rendering, which must equal it, know no labels.
  const isInBrowser = useStore({ get: () => true, subscribe: onStored }, () => false);
  return (
    <Page title={t('page.personal')} lead={t('watch.lead')}>
      {isInBrowser ? (
        <>
          <WatchedCard />
          <LabelsCard />
        </>
      ) : (
        <div aria-busy="true">
          <Card title={t('watch.title')}>
            <Skeleton width="long" />
          </Card>
        </div>
      )}
    </Page>
  );
}

/** Watched addresses and transactions as they are now; tells of each change while the page is open. */
function WatchedCard() {
  const translations = useTranslations();
  const { t } = translations;
  const watched = useWatched();
  const seen = useRequest(watched.length > 0 ? seenRequest(watched) : undefined);
  const news = useNews(seen.data);
  const [allowed, setAllowed] = useState(permission);
  const told = useRef<HTMLParagraphElement>(null);
  const ask = async () => {
    setAllowed(await askPermission());
    told.current?.focus(); // the button has gone
  };
  return (
    <Card
      title={t('watch.title')}
      flush
      actions={
        <>
          <p role="status" ref={told} tabIndex={-1}>
            {news ?? (watched.length > 0 && t(allowed === 'denied' ? 'watch.here' : 'watch.open'))}
          </p>
          {watched.length > 0 && allowed === 'default' && (
            <Button size="sm" onClick={() => void ask()}>
              {t('watch.allow')}
            </Button>
          )}
        </>
      }
    >
      {seen.data === undefined && <FailureNotice of={seen} />}
      <OwnTable
        caption={t('watch.title')}
        about={t('watch.now')}
        empty={[t('watch.none'), t('watch.noneText')]}
        rows={watched.map((one) => ({
          ...one,
          value: nowText(seen.data && (seen.data.get(one.ref) ?? 'unknown'), translations),
          action: t('watch.stop'),
          run: () => void watch(one, false),
        }))}
      />
    </Card>
  );
}

function nowText(seen: Seen | 'unknown' | undefined, { t }: Translations) {
  if (seen === undefined) return <Skeleton width="short" />;
  if (seen === 'unknown') return <span class="c-faint">{t('watch.unavailable')}</span>;
  if ('balance' in seen) return <Amount value={parsePebbles(seen.balance)} />;
  return seen.confirmations === 0 ? t('watch.waiting') : t('news.confirmed', { count: seen.confirmations });
}

/** The labels, sorted alphabetically. */
function LabelsCard() {
  const { t, count, locale } = useTranslations();
  const stored = useStoredLabels();
  const labelled = useMemo(() => {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return stored.file.records
      .filter(({ label }) => label !== '')
      .toSorted((one, other) => compare(one.label, other.label));
  }, [stored, locale]);
  const [shown, total] = [Math.min(ROWS, labelled.length), labelled.length];
  return (
    <Card title={t('label.title')} flush footer={<LabelsFile stored={stored} />}>
      <OwnTable
        caption={t('label.title')}
        about={t('label.what')}
        empty={[t('label.none'), t('label.noneText')]}
        rows={labelled.slice(0, ROWS).map((record) => ({
          ...record,
          value: t(`label.type.${record.type}`),
          action: t('label.remove'),
          run: () => void saveRecord({ ...record, label: '' }),
        }))}
      />
      {shown < total && (
        <p class="c-bar c-muted">{t('label.shown', { shown: count(shown), total: count(total) })}</p>
      )}
    </Card>
  );
}

interface OwnRow {
  readonly type: LabelType;
  readonly ref: string;
  readonly value: ComponentChildren;
  /** What the button at its end does. */
  readonly action: string;
  readonly run: () => void;
}

interface OwnTableProps {
  caption: string;
  /** Header of the values. */
  about: string;
  /** Title and text without rows. */
  empty: readonly [title: string, text: string];
  rows: readonly OwnRow[];
}

/** Addresses, transactions and blocks with their labels, a value and a button that removes the row. */
function OwnTable({ caption, about, empty: [title, text], rows }: OwnTableProps) {
  const translations = useTranslations();
  const { t, shortReference } = translations;
  const names = useStoredLabels().names;
  const place = useRef<HTMLDivElement>(null);
  const columns: Column<OwnRow>[] = [
    {
      id: 'ref',
      header: t('label.id'),
      narrow: 'lead',
      cell: ({ type, ref }) => (
        <Identifier
          value={ref}
          what={t(`label.type.${type}`)}
          length="table"
          href={labelPath({ type, ref }, translations)}
        />
      ),
    },
    { id: 'value', header: about, narrow: 'below', align: 'end', cell: ({ value }) => value },
    {
      id: 'actions',
      header: t('label.actions'),
      narrow: 'beside',
      align: 'end',
      cell: ({ ref, action, run }) => (
        <Button
          size="sm"
          variant="ghost"
          label={`${action}: ${names.get(ref) ?? shortReference(ref)}`}
          onClick={() => {
            run();
            place.current?.focus(); // the row has gone
          }}
        >
          {action}
        </Button>
      ),
    },
  ];
  return (
    <div ref={place} tabIndex={-1} class="own">
      {rows.length === 0 ? (
        <EmptyState title={title}>
          <p>{text}</p>
        </EmptyState>
      ) : (
        <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ ref }) => ref} />
      )}
    </div>
  );
}

export default definePage({
  texts,
  requests: () => ({}),
  head: ({ t }) => ({ title: t('page.personal'), description: t('watch.description') }),
  view: Watch,
});
