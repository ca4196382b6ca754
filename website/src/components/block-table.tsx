import type { BlockSummary } from '@cairn/api/explorer';
import { parsePebbles } from '@cairn/protocol';
import { Amount, type Column, DataTable, DataTableSkeleton, Identifier, Timestamp } from '@cairn/ui';
import { addressLink, blockLink } from '../lib/links.ts';
import { formatCount, formatSize } from '../lib/words.ts';

const COLUMNS: readonly Column<BlockSummary>[] = [
  {
    id: 'height',
    header: 'Height',
    cell: ({ height }) => (
      <a class="height-link" href={blockLink(height)}>
        {formatCount(height)}
      </a>
    ),
  },
  {
    id: 'id',
    header: 'Block ID',
    cell: ({ id }) => <Identifier value={id} what="block ID" length="short" href={blockLink(id)} />,
  },
  { id: 'time', header: 'Age', cell: ({ timestamp }) => <Timestamp seconds={timestamp} /> },
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
  { id: 'size', header: 'Size', align: 'end', cell: ({ size_bytes }) => formatSize(size_bytes) },
  {
    id: 'fees',
    header: 'Fees',
    align: 'end',
    cell: ({ total_fees }) => <Amount value={parsePebbles(total_fees)} />,
  },
  {
    id: 'reward',
    header: 'Reward',
    align: 'end',
    cell: ({ reward }) => <Amount value={parsePebbles(reward)} />,
  },
];

export interface BlockTableProps {
  caption: string;
  blocks: readonly BlockSummary[];
  /** Blocks above this height have just arrived, and show it for a moment. */
  newAbove?: number | undefined;
}

export function BlockTable({ caption, blocks, newAbove }: BlockTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={blocks}
      rowKey={({ id }) => id}
      rowClass={({ height }) => (newAbove !== undefined && height > newAbove ? 'row-new' : undefined)}
    />
  );
}

export function BlockTableSkeleton({ caption }: { caption: string }) {
  return <DataTableSkeleton caption={caption} columns={COLUMNS} rows={10} />;
}
