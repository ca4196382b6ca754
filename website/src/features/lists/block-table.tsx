import type { BlockSummary } from '@cairn/api/explorer';
import { Identifier, Timestamp } from '@cairn/ui';
import { type Column, DataTable, NarrowLabel } from '../../site/data-table.tsx';
import { useMemo } from 'preact/hooks';
import type { Locale } from '../../site/locale.ts';
import { translationsFor, useTranslations, type Translations } from './texts.ts';
import { addressLink, tableAmount } from '../../site/cells.tsx';

/** What a competing block has in common with one of the chain. */
type AnyBlock = Pick<BlockSummary, 'height' | 'id' | 'timestamp' | 'miner' | 'transaction_count'>;

/** The columns of every table of blocks. @param reference of a block's page: its height, or its ID outside the chain */
export function blockColumns<Block extends AnyBlock>(
  locale: Locale,
  reference: (block: Block) => string | number,
): Column<Block>[] {
  const translations = translationsFor(locale);
  const { t, count, link } = translations;
  return [
    {
      id: 'height',
      header: t('block.height'),
      narrow: 'lead',
      cell: (block) => (
        <>
          <a class="c-strong" href={link.block(reference(block))}>
            {count(block.height)}
          </a>
          <NarrowLabel value={block.id} />
        </>
      ),
    },
    {
      id: 'id',
      header: t('block.id'),
      cell: ({ id }) => (
        <Identifier value={id} what={t('what.blockId')} length="short" href={link.block(id)} />
      ),
    },
    {
      id: 'time',
      header: t('column.time'),
      narrow: 'aside',
      cell: ({ timestamp }) => <Timestamp seconds={timestamp} />,
    },
    {
      id: 'miner',
      narrow: 'below',
      header: t('block.miner'),
      cell: ({ miner, height }) =>
        height === 0 ? (
          <span class="c-muted">{t('common.startingCoins')}</span>
        ) : (
          addressLink(miner, t('what.miner'), translations)
        ),
    },
    {
      id: 'transactions',
      narrow: 'beside',
      unit: t('column.transactionsUnit'),
      header: t('column.transactions'),
      align: 'end',
      cell: ({ transaction_count }) => count(transaction_count),
    },
  ];
}

function columnsOf(translations: Translations): Column<BlockSummary>[] {
  const { t, bytes } = translations;
  return [
    ...blockColumns<BlockSummary>(translations.locale, ({ height }) => height),
    {
      id: 'size',
      header: t('common.size'),
      align: 'end',
      cell: ({ size_bytes }) => bytes(size_bytes),
      wideOnly: true,
    },
    {
      id: 'fees',
      header: t('blocks.fees'),
      align: 'end',
      wideOnly: true,
      cell: ({ total_fees }) => tableAmount(total_fees),
    },
  ];
}

export interface BlockTableProps {
  caption: string;
  /** `undefined` until they load. */
  blocks: readonly BlockSummary[] | undefined;
  /** Number of placeholder rows until then. */
  waitingRows?: number | undefined;
  /** IDs of blocks that have just arrived: their rows are briefly highlighted. */
  fresh?: ReadonlySet<string> | undefined;
}

/** Block summaries, the newest first. */
export function BlockTable({ caption, blocks, waitingRows, fresh }: BlockTableProps) {
  const translations = useTranslations();
  const columns = useMemo(() => columnsOf(translations), [translations]);
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={blocks}
      waitingRows={waitingRows}
      rowKey={({ id }) => id}
      rowClass={({ id }) => (fresh?.has(id) === true ? 'row-new' : undefined)}
    />
  );
}
