import type { AddressTotals, ExplorerTransaction } from '@cairn/api/explorer';
import { type Address, parsePebbles } from '@cairn/protocol';
import { Amount } from '@cairn/ui';
import { addressLink } from '../../site/cells.tsx';
import { Sender } from '../lists/index.ts';
import { largestOf, type SelectedRows, type Selection } from './ledger.ts';
import { sumsOf } from './rows.ts';
import { useTranslations } from './texts.ts';

/** What came in and went out in some transactions, in pebbles, and the largest payment among them. */
export interface Totals {
  readonly received: bigint;
  /** Without fees. */
  readonly sent: bigint;
  /** What it paid besides; `undefined` if that is not known. */
  readonly fees: bigint | undefined;
  readonly largest: ExplorerTransaction | undefined;
  /** Number of the newest transactions that were looked at, where that is not all. */
  readonly examined: number | undefined;
}

/** @param examined rows that are at hand of the history, from which these were selected */
export const totalsOf = (rows: SelectedRows, address: Address, examined: number): Totals => ({
  ...sumsOf(rows, address),
  largest: largestOf(rows.items),
  examined: rows.isWhole ? undefined : examined,
});

/** What the server says of a time range, in which a transfer to oneself is neither received nor sent. */
export function totalsSaid(said: AddressTotals, only: Selection['only']): Totals {
  const { largest_in: largestIn, largest_out: largestOut } = said;
  const sum = (...fields: readonly string[]) => fields.reduce((all, one) => all + parsePebbles(one), 0n);
  const examined = said.is_minimum && said.count;
  const nothing = { received: 0n, sent: 0n, fees: 0n, largest: undefined, examined };
  switch (only) {
    case 'in':
      return { ...nothing, received: sum(said.received), largest: largestIn ?? undefined };
    case 'out':
      // The server's fees are also those of what it sent to itself.
      return {
        ...nothing,
        sent: sum(said.sent),
        fees: sum(said.to_self) === 0n ? sum(said.fees) : undefined,
        largest: largestOut ?? undefined,
      };
    case 'mined':
      return { ...nothing, received: sum(said.mined) };
    default:
      return {
        received: sum(said.received, said.mined, said.to_self),
        sent: sum(said.sent, said.to_self),
        fees: sum(said.fees),
        largest: largestOf([largestIn, largestOut].filter((one) => one !== null)),
        examined,
      };
  }
}

/** The totals of what is selected of a history. */
export function TotalsLine({ address, totals }: { readonly address: Address; readonly totals: Totals }) {
  const { t, rich, link } = useTranslations();
  const { received, sent, fees, largest, examined } = totals;
  const isSent = largest?.from_address === address;
  return (
    <p class="c-bar c-row ledger__totals">
      {received > 0n && (
        <span>{rich('ledger.in', { amount: <Amount value={received} direction="in" /> })}</span>
      )}
      {sent > 0n && (
        <span>
          {rich(fees === undefined ? 'ledger.outWithoutFees' : 'ledger.out', {
            amount: <Amount value={sent} direction="out" />,
          })}
        </span>
      )}
      {fees !== undefined && fees > 0n && (
        <span>{rich('ledger.fees', { amount: <Amount value={fees} /> })}</span>
      )}
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
      {examined !== undefined && <span class="c-faint">{t('ledger.partly', { count: examined })}</span>}
    </p>
  );
}
