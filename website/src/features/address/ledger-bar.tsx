import type { Address } from '@cairn/protocol';
import { Amount, Button, Identifier } from '@cairn/ui';
import { Choice } from '../../site/choice.tsx';
import { DIRECTIONS } from '../../site/url.ts';
import { isCoinbase } from '../lists/index.ts';
import { queryOf, type SelectedRows, type Selection, type Span, SPANS, totalsOf } from './ledger.ts';
import { useTranslations } from './texts.ts';

interface SelectionBarProps {
  readonly address: Address;
  readonly selection: Selection;
}

/** The choice of what a history shows. Links and a form, so that each choice has a URL and works without JavaScript. */
export function SelectionBar({ address, selection }: SelectionBarProps) {
  const { t, link } = useTranslations();
  const { direction, order, span, from, to } = selection;
  const path = link.address(address);
  const pathOf = (change: Partial<Selection>) => path + queryOf({ ...selection, ...change });
  const spans = [undefined, ...(Object.keys(SPANS) as Span[])];
  const kept = new URLSearchParams(queryOf({ direction, order }));
  return (
    <div class="c-bar c-row ledger">
      <Choice
        label={t('ledger.range')}
        options={spans.map((one) => ({
          text: t(`ledger.range.${one ?? 'all'}`),
          href: pathOf({ span: one, from: undefined, to: undefined }),
          isChosen: one === span && (from ?? to) === undefined,
        }))}
      />
      <form class="c-row" action={path}>
        {[...kept].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DayField name="from" label={t('ledger.from')} value={from} />
        <DayField name="to" label={t('ledger.to')} value={to} />
        <Button type="submit" size="sm">
          {t('ledger.show')}
        </Button>
      </form>
      <Choice
        label={t('address.filter')}
        options={DIRECTIONS.map((one) => ({
          text: t(`address.filter.${one}`),
          href: pathOf({ direction: one }),
          isChosen: one === direction,
        }))}
      />
      <Choice
        label={t('ledger.order')}
        options={([undefined, 'largest'] as const).map((one) => ({
          text: t(`ledger.order.${one ?? 'newest'}`),
          href: pathOf({ order: one }),
          isChosen: one === order,
        }))}
      />
    </div>
  );
}

function DayField({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <label class="c-row c-small c-muted">
      {label}
      <input class="c-input" type="date" name={name} defaultValue={value} />
    </label>
  );
}

interface TotalsLineProps {
  readonly address: Address;
  readonly rows: SelectedRows;
  /** Rows that are at hand of the history, from which these were selected. */
  readonly examined: number;
}

/** What came in and went out in the selected transactions, and the largest of them. */
export function TotalsLine({ address, rows, examined }: TotalsLineProps) {
  const { t, rich, link } = useTranslations();
  const totals = totalsOf(rows.items, address);
  const { largest } = totals;
  const other = largest?.from_address === address ? largest.to_address : largest?.from_address;
  return (
    <p class="c-bar c-row ledger__totals">
      {totals.in > 0n && (
        <span>{rich('ledger.in', { amount: <Amount value={totals.in} direction="in" /> })}</span>
      )}
      {totals.out > 0n && (
        <span>{rich('ledger.out', { amount: <Amount value={totals.out} direction="out" /> })}</span>
      )}
      {totals.fees > 0n && <span>{rich('ledger.fees', { amount: <Amount value={totals.fees} /> })}</span>}
      {largest !== undefined && other !== undefined && (
        <span>
          {rich(other === largest.to_address ? 'ledger.largestTo' : 'ledger.largestFrom', {
            amount: (
              <a href={link.transaction(largest.id)}>
                <Amount value={BigInt(largest.value)} />
              </a>
            ),
            party: isCoinbase(largest) ? (
              t('ledger.reward')
            ) : (
              <Identifier
                value={other}
                what={t('what.address')}
                length="short"
                href={link.address(other)}
                copy={false}
              />
            ),
          })}
        </span>
      )}
      {!rows.isWhole && <span class="c-faint">{t('ledger.partly', { count: examined })}</span>}
    </p>
  );
}
