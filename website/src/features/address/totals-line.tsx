import type { Address } from '@cairn/protocol';
import { Amount } from '@cairn/ui';
import { addressLink } from '../../site/cells.tsx';
import { Sender } from '../lists/index.ts';
import { type SelectedRows, totalsOf } from './ledger.ts';
import { useTranslations } from './texts.ts';

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
  const isSent = largest?.from_address === address;
  return (
    <p class="c-bar c-row ledger__totals">
      {totals.in > 0n && (
        <span>{rich('ledger.in', { amount: <Amount value={totals.in} direction="in" /> })}</span>
      )}
      {totals.out > 0n && (
        <span>{rich('ledger.out', { amount: <Amount value={totals.out} direction="out" /> })}</span>
      )}
      {totals.fees > 0n && <span>{rich('ledger.fees', { amount: <Amount value={totals.fees} /> })}</span>}
      {largest !== undefined && (
        <span>
          {rich(isSent ? 'ledger.largestTo' : 'ledger.largestFrom', {
            amount: (
              <a href={link.transaction(largest.id)}>
                <Amount value={BigInt(largest.value)} />
              </a>
            ),
            party: isSent ? (
              addressLink(largest.to_address, t('what.address'), { link })
            ) : (
              <Sender transaction={largest} />
            ),
          })}
        </span>
      )}
      {!rows.isWhole && <span class="c-faint">{t('ledger.partly', { count: examined })}</span>}
    </p>
  );
}
