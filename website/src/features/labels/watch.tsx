import { parsePebbles } from '@cairn/protocol';
import {
  Amount,
  Button,
  Card,
  EmptyState,
  Identifier,
  LinkButton,
  Logo,
  onStored,
  Skeleton,
  TextField,
  useStore,
} from '@cairn/ui';
import { type LabelRecord, LABELS_FILE_LIMITS } from '@cairn/wallet/labels-file';
import { useMemo, useRef, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { definePage } from '../../site/island.tsx';
import { labelPath, readLabels, saveRecord, type StoredLabels, useStoredLabels } from '../../site/labels.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import { useRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { StatTiles } from '../../site/stat-tiles.tsx';
import { LabelsFile } from './labels-file.tsx';
import { texts, type Translations, useTranslations } from './texts.ts';
import { problemText } from './tools.tsx';
import {
  askPermission,
  permission,
  type Seen,
  seenRequest,
  useNews,
  useWatched,
  watch,
  type Watched,
} from './watching.ts';
import './labels.css';

/** Rows shown; the search finds the others. Rendering 5,000 at once takes seconds. */
const ROWS = 100;

/** The reader's own page, from the browser's storage: what is watched or has a label. */
function Watch() {
  const { t } = useTranslations();
  // The server, and the first rendering, which must equal it, know no labels.
  const isInBrowser = useStore({ get: () => true, subscribe: onStored }, () => false);
  return (
    <Page title={t('page.personal')} lead={t('watch.lead')}>
      {isInBrowser ? (
        <OwnList />
      ) : (
        <div class="needs-script">
          <Card>
            <div aria-busy="true">
              <Skeleton width="long" />
            </div>
          </Card>
        </div>
      )}
    </Page>
  );
}

/** The list, which tells of each change of what is watched while the page is open. */
function OwnList() {
  const { t, count, link, locale } = useTranslations();
  const stored = useStoredLabels();
  const watched = useWatched();
  const seen = useRequest(watched.length > 0 ? seenRequest(watched) : undefined);
  const news = useNews(seen.data);
  const first = useFirst(seen.data);
  const rows = useMemo(() => rowsOf(stored, watched, locale), [stored, watched, locale]);
  const shown = rows.slice(0, ROWS);
  return (
    <>
      <WatchedTogether watched={watched} seen={seen.data} first={first} />
      <Card flush footer={<LabelsFile stored={stored} />}>
        <AddForm />
        <p class={watched.length > 0 ? 'c-bar' : undefined} role="status">
          {watched.length > 0 && (news ?? t(permission() === 'granted' ? 'watch.open' : 'watch.here'))}
        </p>
        {seen.data === undefined && <FailureNotice of={seen} />}
        {rows.length === 0 ? (
          <EmptyState
            title={t('label.none')}
            icon={<Logo size={44} />}
            action={<LinkButton href={link.page('/addresses')}>{t('label.choose')}</LinkButton>}
          >
            <p>{t('label.noneText')}</p>
          </EmptyState>
        ) : (
          <OwnTable rows={shown} seen={seen.data} first={first} />
        )}
        {shown.length < rows.length && (
          <p class="c-bar c-muted">
            {t('label.shown', { shown: count(shown.length), total: count(rows.length) })}
          </p>
        )}
      </Card>
    </>
  );
}

type SeenOnes = ReadonlyMap<string, Seen>;

/** What was seen of each at first, since the page is open. */
function useFirst(seen: SeenOnes | undefined): SeenOnes {
  const first = useRef<SeenOnes>(new Map());
  if (seen !== undefined) first.current = new Map([...seen, ...first.current]);
  return first.current;
}

const balanceOf = (seen: Seen | undefined): bigint | undefined =>
  seen !== undefined && 'balance' in seen ? parsePebbles(seen.balance) : undefined;

/** A change of a balance with its sign. */
function Change({ of: change, isLarge = false }: { of: bigint; isLarge?: boolean }) {
  const { t } = useTranslations();
  if (change === 0n) return <span class="c-faint">{t('watch.same')}</span>;
  return (
    <Amount
      value={change < 0n ? -change : change}
      direction={change < 0n ? 'out' : 'in'}
      large={isLarge}
      unit={isLarge}
    />
  );
}

interface WatchedTogetherProps {
  watched: readonly Watched[];
  seen: SeenOnes | undefined;
  first: SeenOnes;
}

/**
 * What the watched addresses hold together, and how that has changed since the page is open; nothing without them. One that the node
 * refuses has no balance: how many those are stands beside the sum.
 */
function WatchedTogether({ watched, seen, first }: WatchedTogetherProps) {
  const { t, count } = useTranslations();
  const addresses = watched.filter(({ type }) => type === 'addr');
  if (addresses.length === 0) return null;
  const sumOf = (seenOnes: SeenOnes) =>
    addresses.reduce((sum, { ref }) => sum + (balanceOf(seenOnes.get(ref)) ?? 0n), 0n);
  const known = seen && new Map([...first].filter(([ref]) => seen.has(ref)));
  const refused = seen === undefined ? 0 : addresses.filter(({ ref }) => !seen.has(ref)).length;
  return (
    <div data-proof="none">
      <StatTiles
        large
        label={t('watch.together')}
        items={[
          { label: t('watch.together'), value: seen && <Amount value={sumOf(seen)} large />, wide: true },
          {
            label: t('watch.since'),
            value: seen && <Change of={sumOf(seen) - sumOf(known!)} isLarge />,
            wide: true,
          },
          {
            label: t('page.addresses'),
            value: count(addresses.length),
            note: refused > 0 ? t('watch.notInSum', { count: refused }) : undefined,
          },
          { label: t('column.transactions'), value: count(watched.length - addresses.length) },
        ]}
      />
    </div>
  );
}

/** What is watched, then what has a label, each by its label. */
function rowsOf(
  { records, byRef }: StoredLabels,
  watched: readonly Watched[],
  locale: string,
): LabelRecord[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const on = watched.map((one) => ({ label: '', ...byRef.get(one.ref), ...one, watched: true }));
  const refs = new Set(on.map(({ ref }) => ref));
  const labelled = records.filter(({ ref, label }) => label !== '' && !refs.has(ref));
  const name = ({ label }: LabelRecord) => label || '\uffff'; // those without a label last
  return [on, labelled].flatMap((all) => all.toSorted((one, other) => compare(name(one), name(other))));
}

interface OwnTableProps {
  rows: readonly LabelRecord[];
  seen: SeenOnes | undefined;
  first: SeenOnes;
}

const KIND = { addr: 'column.address', tx: 'common.transaction', block: 'column.block' } as const;
const WHAT = { addr: 'what.address', tx: 'what.transactionId', block: 'what.blockId' } as const;

function OwnTable({ rows, seen, first }: OwnTableProps) {
  const translations = useTranslations();
  const { t, shortReference } = translations;
  const place = useRef<HTMLDivElement>(null);
  const columns: Column<LabelRecord>[] = [
    {
      id: 'ref',
      header: t('label.id'),
      narrow: 'lead',
      cell: ({ type, ref }) => (
        <Identifier
          value={ref}
          what={t(WHAT[type])}
          length="table"
          href={labelPath({ type, ref }, translations)}
        />
      ),
    },
    {
      id: 'kind',
      header: t('label.kind'),
      cell: ({ type }) => <span class="c-muted">{t(KIND[type])}</span>,
    },
    {
      id: 'now',
      header: t('watch.now'),
      narrow: 'below',
      align: 'end',
      cell: ({ ref, watched }) => watched && nowText(seen && (seen.get(ref) ?? 'unknown'), translations),
    },
    {
      id: 'since',
      header: t('watch.sinceOpened'),
      align: 'end',
      wideOnly: true,
      cell: ({ ref, type, watched }) => {
        if (!watched || type !== 'addr') return false;
        const [now, before] = [balanceOf(seen?.get(ref)), balanceOf(first.get(ref))];
        return now !== undefined && before !== undefined && <Change of={now - before} />;
      },
    },
    {
      id: 'actions',
      header: t('label.actions'),
      narrow: 'beside',
      align: 'end',
      cell: (record) => (
        <Button
          size="sm"
          variant="ghost"
          label={t('label.removeNamed', { name: record.label || shortReference(record.ref) })}
          onClick={() => {
            saveRecord({ ...record, label: '', watched: false });
            if (record.type === 'tx') watch({ type: 'tx', ref: record.ref }, false);
            place.current?.focus(); // the row has gone
          }}
        >
          {t('label.remove')}
        </Button>
      ),
    },
  ];
  return (
    <div ref={place} tabIndex={-1} class="own" data-proof="none">
      <DataTable caption={t('page.personal')} columns={columns} rows={rows} rowKey={({ ref }) => ref} />
    </div>
  );
}

function nowText(seen: Seen | 'unknown' | undefined, { t }: Translations) {
  if (seen === undefined) return <Skeleton width="short" />;
  if (seen === 'unknown') return <span class="c-faint">{t('watch.unavailable')}</span>;
  if ('balance' in seen) return <Amount value={parsePebbles(seen.balance)} />;
  return seen.confirmations === 0 ? t('watch.waiting') : t('depth.deep', { count: seen.confirmations });
}

/** Watches an address or a transaction that the reader pastes, with a label if they like. */
function AddForm() {
  const translations = useTranslations();
  const { t } = translations;
  const { status } = useChain();
  const [typed, setTyped] = useState('');
  const [label, setLabel] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const add = async () => {
    const found = await readReference(typed, status?.network, translations);
    if (typeof found === 'string') return setError(found);
    const { type, ref } = found;
    const name = label.trim();
    const before = readLabels().byRef.get(ref);
    const problem =
      watch(found, true) ??
      (name === '' ? undefined : saveRecord({ ...before, type, ref, label: name, watched: type === 'addr' }));
    if (problem !== undefined) return setError(problemText(problem, translations));
    setTyped('');
    setLabel('');
    setError(undefined);
    form.current?.querySelector('input')?.focus();
    return void askPermission();
  };
  return (
    <form
      class="add"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField label={t('add.reference')} value={typed} onInput={setTyped} error={error} mono required />
      <TextField
        label={t('add.label')}
        value={label}
        onInput={setLabel}
        maxLength={LABELS_FILE_LIMITS.label}
      />
      <Button type="submit" variant="primary">
        {t('watch.press')}
      </Button>
    </form>
  );
}

/** The whole address or transaction ID of a pasted text; otherwise why it is none. @param network of the chain, once it is known */
async function readReference(
  text: string,
  network: string | undefined,
  { t, locale }: Translations,
): Promise<Watched | string> {
  const [{ classifyQuery }, { otherNetworkText, queryProblemText }] = await Promise.all([
    import('../../site/classify.ts'),
    import('../../site/query-problem.ts'),
  ]);
  const query = classifyQuery(text);
  if (query.kind === 'hash') return { type: 'tx', ref: query.hash };
  if (query.kind === 'address')
    return network === undefined || network === query.network
      ? { type: 'addr', ref: query.address }
      : otherNetworkText(query.network, network, locale);
  const isOther = query.kind !== 'unknown' || query.problem === 'unknown';
  return isOther ? t('add.whole') : queryProblemText(query.problem, locale);
}

export default definePage({
  texts,
  requests: () => ({}),
  head: ({ t }) => ({ title: t('page.personal'), description: t('watch.description') }),
  view: Watch,
});
