import type { AddressState } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, EmptyState, Identifier, Skeleton } from '@cairn/ui';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { useEffect, useState } from 'preact/hooks';
import { tableAmount } from '../../site/cells.tsx';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { MOST_WATCHED, saveRecord, type StoredLabels } from '../../site/labels.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { useRequest } from '../../site/request.ts';
import { AlertButton } from './alert-button.tsx';
import {
  type Movement,
  movementOf,
  readVisits,
  recordVisit,
  statesRequest,
  writeVisits,
} from './last-visit.ts';
import { type Translations, useTranslations } from './texts.ts';

interface Row {
  readonly record: LabelRecord;
  /** `undefined` until it loads, null if the node knows no such address. */
  readonly state: AddressState | null | undefined;
  readonly movement: Movement | undefined;
}

/** Watched addresses with their balances and changes since the previous visit. */
export function WatchedCard({ stored }: { stored: StoredLabels }) {
  const translations = useTranslations();
  const { t } = translations;
  const records = stored.file.records.filter((record) => record.watched).slice(0, MOST_WATCHED);
  const states = useRequest(records.length > 0 ? statesRequest(records.map(({ ref }) => ref)) : undefined);
  const movements = useMovements(states.data);
  const rows = records.map((record, at): Row => ({
    record,
    state: states.data?.[at],
    movement: movements.get(record.ref),
  }));
  return (
    <Card
      title={t('personal.watched')}
      flush
      actions={
        rows.length > 0 && (
          <AlertButton alert={{ kind: 'moves', addresses: records.map(({ ref }) => ref) }} states={states} />
        )
      }
    >
      {states.data === undefined && <FailureNotice of={states} />}
      {rows.length === 0 ? (
        <EmptyState title={t('personal.watchedNone')}>
          <p>{t('personal.watchedNoneText')}</p>
        </EmptyState>
      ) : (
        <DataTable
          caption={t('personal.watched')}
          columns={columnsOf(translations)}
          rows={rows}
          rowKey={({ record }) => record.ref}
        />
      )}
    </Card>
  );
}

/** Changes since the previous visit, by address; remembers that the reader has seen these states. */
function useMovements(
  states: readonly (AddressState | null)[] | undefined,
): ReadonlyMap<string, Movement | undefined> {
  const [movements, setMovements] = useState<ReadonlyMap<string, Movement | undefined>>(new Map());
  useEffect(() => {
    if (states === undefined) return;
    const before = readVisits();
    const visits = states
      .filter((state) => state !== null)
      .map((state) => [state.address, recordVisit(before.get(state.address), state, Date.now())] as const);
    writeVisits(new Map(visits));
    setMovements(new Map(visits.map(([address, visit]) => [address, movementOf(visit.before, visit.last)])));
  }, [states]);
  return movements;
}

function columnsOf(translations: Translations): Column<Row>[] {
  const { t, link } = translations;
  return [
    {
      id: 'address',
      header: t('personal.type.addr'),
      narrow: 'lead',
      cell: ({ record: { ref } }) => (
        <Identifier value={ref} what={t('what.address')} length="table" href={link.address(ref)} />
      ),
    },
    {
      id: 'balance',
      header: t('chart.balance'),
      narrow: 'aside',
      align: 'end',
      cell: ({ state }) => {
        if (state === undefined) return <Skeleton width="short" />;
        if (state === null) return <span class="c-faint">{t('personal.unavailable')}</span>;
        return <Amount value={parsePebbles(state.balance)} />;
      },
    },
    {
      id: 'change',
      header: t('personal.change'),
      narrow: 'below',
      align: 'end',
      cell: ({ state, movement }) => (state ? movementText(movement, translations) : ''),
    },
    {
      id: 'actions',
      header: t('personal.actions'),
      narrow: 'beside',
      align: 'end',
      cell: ({ record }) => (
        <Button
          size="sm"
          variant="ghost"
          label={t('personal.unwatchNamed', {
            name: record.label || translations.shortReference(record.ref),
          })}
          onClick={() => void saveRecord({ ...record, watched: false })}
        >
          {t('personal.unwatch')}
        </Button>
      ),
    },
  ];
}

function movementText(movement: Movement | undefined, { t }: Translations) {
  if (movement === undefined) return <span class="c-faint">{t('personal.noChange')}</span>;
  const { change, sent } = movement;
  const size = change < 0n ? -change : change;
  return (
    <>
      {change !== 0n && tableAmount(String(size), change < 0n ? 'out' : 'in')}
      {sent > 0 && <span class="c-muted">{` ${t('personal.sent', { count: sent })}`}</span>}
    </>
  );
}
