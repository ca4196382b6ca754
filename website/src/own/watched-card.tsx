import { identifyAddressNetwork, parsePebbles } from '@cairn/protocol';
import {
  Amount,
  Button,
  Card,
  type Column,
  DataTable,
  EmptyState,
  Identifier,
  Skeleton,
  TextField,
} from '@cairn/ui';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { useState } from 'preact/hooks';
import { tableAmount } from '../components/table-amount.tsx';
import { useChain } from '../hooks/use-chain.ts';
import { referenceShort } from '../lib/titles.ts';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';
import { keepProblemText } from './keep-problem-text.ts';
import { keepRecord, type KeptLabels, MOST_WATCHED } from './own-labels.ts';
import type { Movement } from './seen.ts';
import { TellState } from './tell-panel.tsx';
import { useTelling } from './use-telling.ts';
import { useWatched, type Watched } from './use-watched.ts';

interface Row extends Watched {
  readonly record: LabelRecord;
}

/** The watched addresses: what they hold, and what moved since the visit before. */
export function WatchedCard({ kept }: { kept: KeptLabels }) {
  const words = useWords();
  const { t } = words;
  const { status } = useChain();
  const all = kept.file.records.filter((record) => record.watched);
  const records = all.slice(0, MOST_WATCHED);
  const more = all.length - records.length;
  const watched = useWatched(
    records.map(({ ref }) => ref),
    status?.tip_id,
  );
  const rows = records.map((record): Row => ({ isFailed: false, ...watched.get(record.ref), record }));
  const telling = useTelling();
  return (
    <Card title={t('own.watched')} flush>
      {rows.length === 0 ? (
        <EmptyState title={t('own.watchedNone')}>
          <p>{t('own.watchedNoneText')}</p>
        </EmptyState>
      ) : (
        <DataTable
          caption={t('own.watched')}
          columns={columnsOf(words)}
          rows={rows}
          rowKey={({ record }) => record.ref}
        />
      )}
      <div class="own__foot">
        {more > 0 && <p class="own__note">{t('own.moreWatched', { count: more })}</p>}
        <WatchForm kept={kept} />
        {rows.length > 0 && !telling.isOn && (
          <div>
            <Button
              size="sm"
              onClick={() => telling.start(records.map(({ ref }) => ({ kind: 'moves', address: ref })))}
            >
              {t('tell.start.list')}
            </Button>
          </div>
        )}
        <TellState telling={telling} waiting={t('tell.on.list')} />
      </div>
    </Card>
  );
}

function columnsOf(words: Words): Column<Row>[] {
  const { t, link, locale } = words;
  return [
    {
      id: 'address',
      header: t('own.type.addr'),
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
        return isFailed ? <span class="c-faint">{t('own.unavailable')}</span> : <Skeleton width="short" />;
      },
    },
    {
      id: 'change',
      header: t('own.change'),
      narrow: 'below',
      align: 'end',
      cell: ({ state, movement }) => (state === undefined ? '' : movementText(movement, words)),
    },
    {
      id: 'actions',
      header: t('own.actions'),
      narrow: 'beside',
      align: 'end',
      cell: ({ record }) => (
        <Button
          size="sm"
          variant="ghost"
          label={t('own.unwatchNamed', { name: record.label || referenceShort(record.ref, locale) })}
          onClick={() => void keepRecord({ ...record, watched: false })}
        >
          {t('own.unwatch')}
        </Button>
      ),
    },
  ];
}

function movementText(movement: Movement | undefined, { t }: Words) {
  if (movement === undefined) return <span class="c-faint">{t('own.noChange')}</span>;
  const { change, sent } = movement;
  const size = change < 0n ? -change : change;
  return (
    <>
      {change !== 0n && tableAmount(String(size), change < 0n ? 'out' : 'in')}
      {sent > 0 && <span class="c-muted">{` ${t('own.sent', { count: sent })}`}</span>}
    </>
  );
}

/** Puts an address on the list. */
function WatchForm({ kept }: { kept: KeptLabels }) {
  const words = useWords();
  const { t } = words;
  const { status } = useChain();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const watch = (): string | undefined => {
    const ref = typed.trim();
    const network = identifyAddressNetwork(ref);
    if (network === undefined || (status !== undefined && network !== status.network))
      return t('own.notAddress');
    const known = kept.byRef.get(ref);
    if (known?.watched === true) return t('own.watchedAlready');
    const found = keepRecord({ type: 'addr', ref, label: known?.label ?? '', watched: true });
    return found && keepProblemText(found, words);
  };
  return (
    <form
      class="own__add"
      onSubmit={(event) => {
        event.preventDefault();
        const found = watch();
        setProblem(found);
        if (found === undefined) setTyped('');
      }}
    >
      <TextField
        label={t('own.watchAddress')}
        value={typed}
        mono
        maxLength={100}
        error={problem}
        onInput={(text) => {
          setTyped(text);
          setProblem(undefined);
        }}
      />
      <Button type="submit">{t('own.watch')}</Button>
    </form>
  );
}
