import type { Address } from '@cairn/protocol';
import { Amount, Button, Card, Identifier, useTimeSettings, useUnitName } from '@cairn/ui';
import { useMemo, useState } from 'preact/hooks';
import { CsvHistory } from '../lists/index.ts';
import type { BalanceHistory } from './balance-history.ts';
import { reachText } from './balance-plot.tsx';
import { counterpartiesOf, type Month, monthOf, monthsOf } from './statement.ts';
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
        <p class="statement__reach c-small c-faint">{reachText(read, t)}</p>
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

/** Length of the longest bar, in the units of its drawing. */
const BAR = 100;

function Months({ months }: { months: readonly Month[] }) {
  const { t, locale } = useTranslations();
  const { zone } = useTimeSettings();
  const name = useMemo(
    () => new Intl.DateTimeFormat(locale, { month: 'long', ...(zone === 'utc' ? { timeZone: 'UTC' } : {}) }),
    [locale, zone],
  );
  const largest = months.reduce(
    (most, { in: one, out }) => (one > out ? max(most, one) : max(most, out)),
    1n,
  );
  return (
    <table class="statement__months">
      <caption class="c-visually-hidden">{t('statement.months')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('statement.month')}</th>
          <th scope="col">{t('address.received')}</th>
          <th scope="col">{t('address.sent')}</th>
          <th scope="col">{t('statement.end')}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, time, in: received, out, balance }) => (
          <tr key={month}>
            <th scope="row">{name.format(time * 1000)}</th>
            <td data-label={t('address.received')}>
              <Amount value={received} unit={false} direction={received > 0n ? 'in' : undefined} />
              <Bar value={received} largest={largest} kind="in" />
            </td>
            <td data-label={t('address.sent')}>
              <Amount value={out} unit={false} direction={out > 0n ? 'out' : undefined} />
              <Bar value={out} largest={largest} kind="out" />
            </td>
            <td data-label={t('statement.end')}>
              <Amount value={balance} unit={false} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const max = (one: bigint, other: bigint) => (one > other ? one : other);

function Bar({ value, largest, kind }: { value: bigint; largest: bigint; kind: 'in' | 'out' }) {
  const length = Number((value * BigInt(BAR) * 10n) / largest) / 10;
  return (
    <svg
      class={`statement__bar statement__bar--${kind}`}
      viewBox={`0 0 ${BAR} 6`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width={value > 0n ? Math.max(1, length) : 0} height="6" />
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
  const { t, link } = useTranslations();
  const found = useMemo(() => {
    const entries = read.items.filter(({ block_timestamp: time }) => monthOf(time, zone).startsWith(year));
    return counterpartiesOf(entries, address);
  }, [read, address, year, zone]);
  if (found.length === 0) return null;
  return (
    <section class="statement__parties" aria-labelledby="statement-parties">
      <h3 id="statement-parties">{t('statement.parties')}</h3>
      <ol>
        {found.slice(0, MOST).map((one) => (
          <li key={one.address ?? ''}>
            {one.address === undefined ? (
              <span>{t('statement.rewards')}</span>
            ) : (
              <Identifier
                value={one.address}
                what={t('what.address')}
                href={link.address(one.address)}
                length="short"
                copy={false}
              />
            )}
            <span class="statement__count">{t('common.transactions', { count: one.count })}</span>
            <span class="statement__sums">
              {one.in > 0n && <Amount value={one.in} unit={false} direction="in" />}
              {one.out > 0n && <Amount value={one.out} unit={false} direction="out" />}
            </span>
          </li>
        ))}
      </ol>
      {found.length > MOST && (
        <p class="c-small c-faint">{t('statement.more', { count: found.length - MOST })}</p>
      )}
    </section>
  );
}

/** Prints the address's head, its balance, what is proven of it, and the statement; `statement.css` leaves the rest out. */
function printStatement(): void {
  const { dataset } = document.documentElement;
  dataset['prints'] = 'statement';
  addEventListener('afterprint', () => delete dataset['prints'], { once: true });
  print();
}
