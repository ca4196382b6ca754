import type { Address } from '@cairn/protocol';
import { Amount, Button, Card, Identifier, Segmented, useTimeSettings, useUnitName } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { ShareBar } from '../../site/share-bar.tsx';
import { CsvHistory } from './csv-history.tsx';
import { reachText } from './balance-plot.tsx';
import type { NewestRows } from './rows.ts';
import {
  type Counterparty,
  counterpartiesOf,
  hasYear,
  type Month,
  monthsOf,
  yearOf,
  type Zone,
} from './statement.ts';
import { Region, type RegionProof } from '../verify/index.ts';
import { type Translations, useTranslations } from './texts.ts';

/** Counterparties listed at most. */
const MOST = 8;

export interface StatementProps {
  address: Address;
  /** `undefined` until they are read. */
  rows: NewestRows | undefined;
  /** How far these rows are proven. */
  proof: RegionProof;
}

/** What came in and went out, month by month, and with whom, in one year; to print and to save. */
export function Statement({ address, rows, proof }: StatementProps) {
  const translations = useTranslations();
  const { t } = translations;
  const unit = useUnitName();
  const { zone } = useTimeSettings();
  const all = useMemo(
    () => (rows === undefined ? [] : monthsOf(rows.items, address, rows.balance, zone)),
    [rows, address, zone],
  );
  const years = [...new Set(all.map(({ month }) => month.slice(0, 4)))];
  const [chosen, setChosen] = useState<string>();
  const year = years.find((one) => one === chosen) ?? years[0];
  const shown = useMemo(() => {
    const months = all.filter(({ month }) => month.slice(0, 4) === year);
    const entries = (rows?.items ?? []).filter(({ block_timestamp: time }) => yearOf(time, zone) === year);
    return {
      months,
      monthColumns: monthColumns(months, zone, unit, translations),
      parties: counterpartiesOf(entries, address),
      partyColumns: partyColumns(translations),
    };
  }, [all, rows, address, zone, year, unit, translations]);
  if (rows === undefined || year === undefined) return null;
  const { months, parties } = shown;
  return (
    // A year that began before the oldest row is not whole.
    <Region class="statement" proof={hasYear(rows, year, zone) ? proof : 'none'}>
      <Card
        title={t('statement.title', { year, unit })}
        flush
        actions={
          <>
            {years.length > 1 && (
              <Segmented
                label={t('statement.year')}
                options={years.map((value) => ({ value, label: value }))}
                value={year}
                onChoose={setChosen}
              />
            )}
            <Button size="sm" onClick={printStatement}>
              {t('statement.print')}
            </Button>
          </>
        }
      >
        <DataTable
          caption={t('statement.months')}
          columns={shown.monthColumns}
          rows={months}
          rowKey={({ month }) => month}
        />
        {parties.length > 0 && (
          <DataTable
            caption={t('statement.parties')}
            columns={shown.partyColumns}
            rows={parties.slice(0, MOST)}
            rowKey={(one) => one.address ?? ''}
          />
        )}
        <p class="c-bar c-faint">
          {parties.length > MOST && `${t('statement.more', { count: parties.length - MOST })} · `}
          {reachText(rows, t)}
        </p>
        <div class="c-card__footer">
          <CsvHistory key={`${year} ${zone}`} address={address} rows={rows} total={rows.total} year={year} />
        </div>
      </Card>
    </Region>
  );
}

type Moved = Pick<Month, 'in' | 'out'>;
type ShowSum = (value: bigint, direction: 'in' | 'out') => ComponentChildren;

/** The columns of what came in and what went out; nothing for zero. */
function sumColumns({ t }: Translations, show: ShowSum): Column<Moved>[] {
  const [received, sent] = [t('address.received'), t('address.sent')];
  return [
    {
      id: 'in',
      header: received,
      narrow: 'below',
      cell: (sums) => (sums.in > 0n ? show(sums.in, 'in') : ''),
    },
    { id: 'out', header: sent, narrow: 'beside', cell: ({ out }) => (out > 0n ? show(out, 'out') : '') },
  ];
}

/** The sums of each month, with bars to compare them, and the balance at its end. */
function monthColumns(
  months: readonly Month[],
  zone: Zone,
  unit: string,
  translations: Translations,
): Column<Month>[] {
  const { t, locale } = translations;
  const utc = zone === 'utc' ? { timeZone: 'UTC' } : {};
  const name = new Intl.DateTimeFormat(locale, { month: 'long', ...utc });
  const largest = Math.max(...months.flatMap((month) => [Number(month.in), Number(month.out)]));
  const withBar: ShowSum = (value, direction) => (
    <ShareBar share={Number(value)} of={largest}>
      <Amount value={value} unit={false} direction={direction} />
    </ShareBar>
  );
  return [
    {
      id: 'month',
      header: t('statement.month'),
      narrow: 'lead',
      cell: ({ time }) => name.format(time * 1000),
    },
    ...sumColumns(translations, withBar),
    {
      id: 'end',
      header: t('statement.end'),
      align: 'end',
      narrow: 'aside',
      unit,
      cell: ({ balance }) => <Amount value={balance} unit={false} />,
    },
  ];
}

function partyColumns(translations: Translations): Column<Counterparty>[] {
  const { t, link, count } = translations;
  return [
    {
      id: 'address',
      header: t('statement.parties'),
      narrow: 'lead',
      cell: ({ address }) =>
        address === undefined ? (
          t('statement.rewards')
        ) : (
          <Identifier
            value={address}
            what={t('what.address')}
            href={link.address(address)}
            length="table"
            copy={false}
          />
        ),
    },
    { id: 'count', header: t('address.count'), align: 'end', cell: (one) => count(one.count) },
    ...sumColumns(translations, (value, direction) => (
      <Amount value={value} unit={false} direction={direction} />
    )).map((column) => ({ ...column, align: 'end' as const })),
  ];
}

/** Prints the address's head, its balance, what is proven of it, and the statement; `address.css` leaves the rest out. */
function printStatement(): void {
  const { dataset } = document.documentElement;
  dataset['prints'] = 'statement';
  addEventListener('afterprint', () => delete dataset['prints'], { once: true });
  print();
}
