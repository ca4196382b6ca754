import type { AddressSummary } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { Badge, type Column, DataTable, Identifier, ShareBar, useUnitName } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { shareOf } from '../figures/chain-figures.ts';
import { useTranslations, type Translations } from '../messages/translations.ts';
import { heightLink, tableAmount } from './table-cells.tsx';

/** One row: an address with its rank, counted from 1. */
interface RankedRow {
  readonly rank: number;
  readonly summary: AddressSummary;
}

export interface RankingTableProps {
  /** `undefined` until they load. */
  rows: readonly RankedRow[] | undefined;
  /** Number of placeholder rows until then. */
  waitingRows: number;
  /** Coins in existence, in pebbles; without it no shares are shown. */
  supply: bigint | undefined;
}

/** Addresses by balance, the highest first. */
export function RankingTable({ rows, waitingRows, supply }: RankingTableProps) {
  const translations = useTranslations();
  const unit = useUnitName();
  // Bars are relative to the largest share on the page: relative to the supply, all could be a few pixels wide.
  const largest = supply === undefined ? 1 : shareOf(parsePebbles(rows?.[0]?.summary.balance ?? '0'), supply);
  const columns = useMemo(
    () => columnsOf(translations, unit, supply, largest),
    [translations, unit, supply, largest],
  );
  return (
    <DataTable
      caption={translations.t('addresses.caption')}
      columns={columns}
      rows={rows}
      waitingRows={waitingRows}
      rowKey={({ summary }) => summary.address}
    />
  );
}

function columnsOf(
  { t, count, link, percent }: Translations,
  unit: string,
  supply: bigint | undefined,
  largest: number,
): Column<RankedRow>[] {
  return [
    {
      id: 'rank',
      header: t('column.rank'),
      narrow: 'below',
      cell: ({ rank }) => <Badge>{count(rank)}</Badge>,
    },
    {
      id: 'address',
      header: t('column.address'),
      narrow: 'lead',
      cell: ({ summary: { address } }) => (
        <Identifier value={address} what={t('what.address')} length="table" href={link.address(address)} />
      ),
    },
    {
      id: 'balance',
      header: t('column.balance', { unit }),
      narrow: 'aside',
      unit,
      align: 'end',
      cell: ({ summary: { balance } }) => tableAmount(balance),
    },
    {
      id: 'share',
      header: t('column.share'),
      narrow: 'beside',
      cell: ({ summary: { balance } }) => {
        if (supply === undefined) return <span class="c-faint">–</span>;
        const share = shareOf(parsePebbles(balance), supply);
        return (
          <ShareBar share={share} of={largest}>
            {percent(share)}
          </ShareBar>
        );
      },
    },
    {
      id: 'received',
      header: t('column.received', { unit }),
      align: 'end',
      wideOnly: true,
      cell: ({ summary }) => tableAmount(summary.total_received),
    },
    {
      id: 'transactions',
      header: t('column.transactions'),
      align: 'end',
      cell: ({ summary }) => count(summary.transaction_count),
    },
    {
      id: 'seen',
      header: t('column.lastSeen'),
      align: 'end',
      cell: ({ summary }) => heightLink(summary.last_seen_height, { count, link }),
    },
  ];
}
