import type { AddressState } from '@cairn/api/explorer';
import { identifyAddressNetwork, parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, EmptyState, Identifier, Skeleton, TextField } from '@cairn/ui';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { useEffect, useState } from 'preact/hooks';
import { tableAmount } from '../../site/cells.tsx';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { MOST_WATCHED, saveRecord, type StoredLabels } from '../../site/labels.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
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
import { saveProblemText } from './tools.tsx';

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
    <Card title={t('personal.watched')} flush>
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
      <div class="c-card__footer c-stack">
        <WatchForm stored={stored} />
        {rows.length > 0 && (
          <div class="personal">
            <AlertButton alert={{ kind: 'moves', addresses: records.map(({ ref }) => ref) }} />
          </div>
        )}
      </div>
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

/** Form that adds an address to the watchlist. */
function WatchForm({ stored }: { stored: StoredLabels }) {
  const translations = useTranslations();
  const { t } = translations;
  const { status } = useChain();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const watch = (): string | undefined => {
    const ref = typed.trim();
    const network = identifyAddressNetwork(ref);
    if (network === undefined || (status !== undefined && network !== status.network))
      return t('personal.notAddress');
    const known = stored.byRef.get(ref);
    if (known?.watched === true) return t('personal.watchedAlready');
    const found = saveRecord({ type: 'addr', ref, label: known?.label ?? '', watched: true });
    return found && saveProblemText(found, translations);
  };
  return (
    <form
      class="c-row c-row--end"
      onSubmit={(event) => {
        event.preventDefault();
        const found = watch();
        setProblem(found);
        if (found === undefined) setTyped('');
      }}
    >
      <TextField
        label={t('personal.watchAddress')}
        value={typed}
        mono
        maxLength={100}
        error={problem}
        onInput={(text) => {
          setTyped(text);
          setProblem(undefined);
        }}
      />
      <Button type="submit">{t('personal.watch')}</Button>
    </form>
  );
}
