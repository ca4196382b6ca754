import type { BlockSummary } from '@cairn/api/explorer';
import { type Column, DataTable, DataTableSkeleton, Identifier, Timestamp } from '@cairn/ui';
import { addressLink, blockLink } from '../lib/links.ts';
import { BLOCK_PAGE_SIZE } from '../lib/pages.ts';
import { formatCount, formatSize } from '../lib/words.ts';
import { TableAmount } from './table-amount.tsx';

const COLUMNS: readonly Column<BlockSummary>[] = [
  {
    id: 'height',
    header: 'Height',
    narrow: 'lead',
    cell: ({ height }) => (
      <a class="height-link" href={blockLink(height)}>
        {formatCount(height)}
      </a>
    ),
  },
  {
    id: 'id',
    header: 'Block ID',
    narrow: 'hidden',
    cell: ({ id }) => <Identifier value={id} what="block ID" length="short" href={blockLink(id)} />,
  },
  { id: 'time', header: 'Age', narrow: 'aside', cell: ({ timestamp }) => <Timestamp seconds={timestamp} /> },
  {
    id: 'miner',
    header: 'Miner',
    cell: ({ miner }) => (
      <Identifier
        value={miner}
        what="miner’s address"
        length="short"
        href={addressLink(miner)}
        copy={false}
      />
    ),
  },
  {
    id: 'transactions',
    header: 'Transactions',
    align: 'end',
    cell: ({ transaction_count }) => formatCount(transaction_count),
  },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ size_bytes }) => formatSize(size_bytes),
    narrow: 'hidden',
    wideOnly: true,
  },
  {
    id: 'fees',
    header: 'Fees (CRN)',
    align: 'end',
    wideOnly: true,
    narrow: 'hidden',
    cell: ({ total_fees }) => <TableAmount pebbles={total_fees} />,
  },
  {
    id: 'reward',
    header: 'Reward (CRN)',
    align: 'end',
    cell: ({ reward }) => <TableAmount pebbles={reward} />,
  },
];

const COMPACT_COLUMNS = COLUMNS.filter(({ wideOnly }) => wideOnly !== true);

export interface BlockTableProps {
  caption: string;
  blocks: readonly BlockSummary[];
  /** Blocks above this height have just arrived, and show it for a moment. */
  newAbove?: number | undefined;
  /** Without the columns that only a full-width table has room for. */
  compact?: boolean | undefined;
}

/** Block summaries, the newest first; those above `newAbove` are marked as just arrived. */
export function BlockTable({ caption, blocks, newAbove, compact = false }: BlockTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={compact ? COMPACT_COLUMNS : COLUMNS}
      rows={blocks}
      rowKey={({ id }) => id}
      rowClass={({ height }) => (newAbove !== undefined && height > newAbove ? 'row-new' : undefined)}
    />
  );
}

/** The table's room while its blocks are on their way. */
export function BlockTableSkeleton({
  caption,
  compact = false,
}: Pick<BlockTableProps, 'caption' | 'compact'>) {
  return (
    <DataTableSkeleton
      caption={caption}
      columns={compact ? COMPACT_COLUMNS : COLUMNS}
      rows={BLOCK_PAGE_SIZE}
    />
  );
}
