import type { Address } from '@cairn/protocol';
import { Amount } from '@cairn/ui';
import { addressLink } from '../../site/cells.tsx';
import { Sender } from '../lists/index.ts';
import { largestOf, type SelectedRows } from './ledger.ts';
import { sumsOf } from './rows.ts';
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
  const { received, sent, fees } = sumsOf(rows, address);
  const largest = largestOf(rows.items);
  const isSent = largest?.from_address === address;
  return (
    <p class="c-bar c-row ledger__totals">
      {received > 0n && (
        <span>{rich('ledger.in', { amount: <Amount value={received} direction="in" /> })}</span>
      )}
      {sent > 0n && <span>{rich('ledger.out', { amount: <Amount value={sent} direction="out" /> })}</span>}
      {fees > 0n && <span>{rich('ledger.fees', { amount: <Amount value={fees} /> })}</span>}
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
