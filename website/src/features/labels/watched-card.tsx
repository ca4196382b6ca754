import { type Address, identifyAddressNetwork, parsePebbles } from '@cairn/protocol';
import { Amount, Button, Card, EmptyState, Identifier, Skeleton, TextField } from '@cairn/ui';
import { type Column, DataTable } from '../../site/data-table.tsx';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { useEffect, useState } from 'preact/hooks';
import type { AddressState } from '@cairn/api/explorer';
import { tableAmount } from '../../site/cells.tsx';
import { useChain } from '../../site/use-chain.ts';
import { useTranslations, type Translations } from './texts.ts';
import { saveRecord, type StoredLabels, MOST_WATCHED } from '../../site/labels.ts';
import { explorer } from '../../site/api.ts';
import { failureOf } from '../../site/failure.ts';
import { saveProblemText } from './tools.tsx';
import {
  writeVisits,
  recordVisit,
  type Movement,
  movementOf,
  readVisits,
  type VisitRecord,
} from './last-visit.ts';
import { AlertButton } from './alert-button.tsx';

interface Row extends Watched {
  readonly record: LabelRecord;
}

/** Watched addresses with their balances and changes since the previous visit. */
export function WatchedCard({ stored }: { stored: StoredLabels }) {
  const translations = useTranslations();
  const { t } = translations;
  const { status } = useChain();
  const all = stored.file.records.filter((record) => record.watched);
  const records = all.slice(0, MOST_WATCHED);
  const more = all.length - records.length;
  const watched = useWatched(
    records.map(({ ref }) => ref),
    status?.tip_id,
  );
  const rows = records.map((record): Row => ({ isFailed: false, ...watched.get(record.ref), record }));
  return (
    <Card title={t('personal.watched')} flush>
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
      <div class="personal__foot">
        {more > 0 && <p class="personal__note">{t('personal.moreWatched', { count: more })}</p>}
        <WatchForm stored={stored} />
        {rows.length > 0 && (
          <AlertButton
            kind="list"
            alertsFor={() => records.map(({ ref }) => ({ kind: 'moves', address: ref }))}
          />
        )}
      </div>
    </Card>
  );
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
      cell: ({ state, isFailed }) => {
        if (state !== undefined) return <Amount value={parsePebbles(state.balance)} />;
        return isFailed ? (
          <span class="c-faint">{t('personal.unavailable')}</span>
        ) : (
          <Skeleton width="short" />
        );
      },
    },
    {
      id: 'change',
      header: t('personal.change'),
      narrow: 'below',
      align: 'end',
      cell: ({ state, movement }) => (state === undefined ? '' : movementText(movement, translations)),
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
      class="personal__add"
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

/** Maximum number of addresses requested at the same time. */
const MAX_PARALLEL_REQUESTS = 4;

/** One watched address; `state` is absent until it loads, and if that failed. */
interface Watched {
  readonly state?: AddressState | undefined;
  readonly movement?: Movement | undefined;
  readonly isFailed: boolean;
}

/**
 * Loads the states of the watched addresses at each tip, and compares them with those of the previous visit.
 * @param addresses at most `MOST_WATCHED`
 */
function useWatched(addresses: readonly Address[], tip: string | undefined): ReadonlyMap<string, Watched> {
  const [watched, setWatched] = useState<ReadonlyMap<string, Watched>>(new Map());
  useEffect(() => {
    const abort = new AbortController();
    const visits = new Map([...readVisits()].filter(([address]) => addresses.includes(address)));
    const show = (address: Address, one: Watched) =>
      setWatched((before) => new Map(before).set(address, one));
    const load = async (address: Address) => {
      try {
        const state = await explorer.getAddress({ address }, { signal: abort.signal });
        if (abort.signal.aborted) return;
        const visit: VisitRecord = recordVisit(visits.get(address), state, Date.now());
        visits.set(address, visit);
        show(address, { state, movement: movementOf(visit), isFailed: false });
      } catch (error) {
        if (abort.signal.aborted) return;
        failureOf(error); // rethrows a bug, so that it reaches the console
        show(address, { isFailed: true });
      }
    };
    const loadAll = async () => {
      await atMost(MAX_PARALLEL_REQUESTS, addresses, load);
      if (!abort.signal.aborted) writeVisits(visits);
    };
    void loadAll();
    return () => abort.abort();
  }, [addresses.join(' '), tip]);
  return watched;
}

/** Calls `work` for each item, at most `count` at a time. */
async function atMost<Item>(count: number, items: readonly Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: count }, worker));
}
