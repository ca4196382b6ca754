import type { Address } from '@cairn/protocol';
import { Amount, Button, Card, Identifier, useTimeSettings, useUnitName } from '@cairn/ui';
import { useMemo, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { CsvHistory } from '../lists/index.ts';
import type { BalanceHistory } from './balance-history.ts';
import { reachText } from './balance-plot.tsx';
import { type Counterparty, counterpartiesOf, type Month, monthOf, monthsOf } from './statement.ts';
import { useTranslations } from './texts.ts';
import './statement.css';

/** Counterparties listed at most. */
const MOST = 8;

export interface StatementProps {
  address: Address;
  /** `undefined` until it is read. */
  read: BalanceHistory | undefined;
}

/** What came in and went out, month by month, and with whom, in one year; to print and to save. */
export function Statement({ address, read }: StatementProps) {
  const { t } = useTranslations();
  const unit = useUnitName();
  const { zone } = useTimeSettings();
  const months = useMemo(
    () => read && monthsOf(read.items, address, read.balance, zone),
    [read, address, zone],
  );
  const years = useMemo(() => [...new Set((months ?? []).map(({ month }) => month.slice(0, 4)))], [months]);
  const [chosen, setChosen] = useState<string>();
  const year = years.find((one) => one === chosen) ?? years[0];
  if (read === undefined || months === undefined || year === undefined) return null;
  return (
    <div class="statement">
      <Card
        title={t('statement.title', { year, unit })}
        flush
        actions={
          <>
            {years.length > 1 && <Years years={years} year={year} onYear={setChosen} />}
            <Button size="sm" onClick={printStatement}>
              {t('statement.print')}
            </Button>
          </>
        }
      >
        <Months months={months.filter(({ month }) => month.startsWith(year))} />
        <Counterparties address={address} read={read} year={year} zone={zone} />
        <p class="c-bar c-faint">{reachText(read, t)}</p>
        <CsvHistory key={year} address={address} total={read.total} year={Number(year)} />
      </Card>
    </div>
  );
}

function Years(props: { years: readonly string[]; year: string; onYear: (year: string) => void }) {
  const { years, year, onYear } = props;
  const { t } = useTranslations();
  return (
    <div class="c-segmented" role="group" aria-label={t('statement.year')}>
      {years.map((one) => (
        <button
          key={one}
          type="button"
          class="c-segmented__option"
          aria-pressed={one === year ? 'true' : 'false'}
          onClick={() => onYear(one)}
        >
          {one}
        </button>
      ))}
    </div>
  );
}

const percentOf = (value: bigint, largest: bigint) => Number((value * 1000n) / largest) / 1000;

function Months({ months }: { months: readonly Month[] }) {
  const { t, locale } = useTranslations();
  const { zone } = useTimeSettings();
  const unit = useUnitName();
  const columns = useMemo((): Column<Month>[] => {
    const utc = zone === 'utc' ? { timeZone: 'UTC' } : {};
    const name = new Intl.DateTimeFormat(locale, { month: 'long', ...utc });
    const sums = months.flatMap(({ in: received, out }) => [received, out]);
    const largest = sums.reduce((most, one) => (one > most ? one : most), 1n);
    const sum = (value: bigint, direction: 'in' | 'out') => (
      <span class={`statement__sum statement__sum--${direction}`}>
        <Amount value={value} unit={false} direction={value > 0n ? direction : undefined} />
        <Bar share={percentOf(value, largest)} />
      </span>
    );
    return [
      {
        id: 'month',
        header: t('statement.month'),
        narrow: 'lead',
        cell: ({ time }) => name.format(time * 1000),
      },
      {
        id: 'in',
        header: t('address.received'),
        align: 'end',
        narrow: 'below',
        cell: (month) => sum(month.in, 'in'),
      },
      {
        id: 'out',
        header: t('address.sent'),
        align: 'end',
        narrow: 'beside',
        cell: ({ out }) => sum(out, 'out'),
      },
      {
        id: 'end',
        header: t('statement.end'),
        align: 'end',
        narrow: 'aside',
        unit,
        cell: ({ balance }) => <Amount value={balance} unit={false} />,
      },
    ];
  }, [months, t, locale, zone, unit]);
  return (
    <DataTable
      caption={t('statement.months')}
      columns={columns}
      rows={months}
      rowKey={({ month }) => month}
    />
  );
}

function Bar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share > 0 ? Math.max(0.01, share) : 0} height="1" />
    </svg>
  );
}

function Counterparties(props: {
  address: Address;
  read: BalanceHistory;
  year: string;
  zone: 'utc' | 'local';
}) {
  const { address, read, year, zone } = props;
  const { t, link, count } = useTranslations();
  const found = useMemo(() => {
    const entries = read.items.filter(({ block_timestamp: time }) => monthOf(time, zone).startsWith(year));
    return counterpartiesOf(entries, address);
  }, [read, address, year, zone]);
  const columns = useMemo((): Column<Counterparty>[] => {
    const sum = (value: bigint, direction: 'in' | 'out') =>
      value > 0n ? <Amount value={value} unit={false} direction={direction} /> : '';
    return [
      {
        id: 'address',
        header: t('statement.parties'),
        narrow: 'lead',
        cell: (one) =>
          one.address === undefined ? (
            t('statement.rewards')
          ) : (
            <Identifier
              value={one.address}
              what={t('what.address')}
              href={link.address(one.address)}
              length="table"
              copy={false}
            />
          ),
      },
      {
        id: 'count',
        header: t('address.count'),
        align: 'end',
        cell: (one) => count(one.count),
      },
      {
        id: 'in',
        header: t('address.received'),
        align: 'end',
        narrow: 'aside',
        cell: (one) => sum(one.in, 'in'),
      },
      {
        id: 'out',
        header: t('address.sent'),
        align: 'end',
        narrow: 'beside',
        cell: ({ out }) => sum(out, 'out'),
      },
    ];
  }, [t, link, count]);
  if (found.length === 0) return null;
  return (
    <>
      <DataTable
        caption={t('statement.parties')}
        columns={columns}
        rows={found.slice(0, MOST)}
        rowKey={(one) => one.address ?? ''}
      />
      {found.length > MOST && (
        <p class="c-bar c-faint">{t('statement.more', { count: found.length - MOST })}</p>
      )}
    </>
  );
}

/** Prints the address's head, its balance, what is proven of it, and the statement; `statement.css` leaves the rest out. */
function printStatement(): void {
  const { dataset } = document.documentElement;
  dataset['prints'] = 'statement';
  addEventListener('afterprint', () => delete dataset['prints'], { once: true });
  print();
}
