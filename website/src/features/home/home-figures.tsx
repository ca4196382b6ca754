import type { BlockSummary } from '@cairn/api/explorer';
import { Amount } from '@cairn/ui';
import type { ChainView } from '../../site/chain-feed.ts';
import { intervalOf, meanFee, supplyOf } from '../../site/figures.ts';
import { durationText } from '../../site/formats.ts';
import { statsRequest, useRequest } from '../../site/request.ts';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { useTranslations } from './texts.ts';

interface HomeFiguresProps {
  view: ChainView;
  /** Newest first; `undefined` until they load. */
  blocks: readonly BlockSummary[] | undefined;
}

/** Key figures of the chain. Transactions and supply need the index. */
export function HomeFigures({ view, blocks }: HomeFiguresProps) {
  const translations = useTranslations();
  const { t, count, link } = translations;
  const indexed = view.status?.capabilities.aggregate_stats;
  const stats = useRequest(indexed === true ? statsRequest : undefined);
  const sums = stats.data?.stats;
  const [interval, fee] = [blocks && intervalOf(blocks), blocks && meanFee(blocks)];
  const note = blocks === undefined ? '\u00a0' : t('home.lately', { count: blocks.length });
  const none = blocks && <span class="c-faint">{t('common.none')}</span>;
  const ofSums: Stat[] = [
    {
      label: t('column.transactions'),
      value: sums && <a href={link.page('/transactions')}>{count(sums.transactions)}</a>,
    },
    {
      label: t('home.supply'),
      value: sums && (
        <a href={link.page('/statistics#supply')}>
          <Amount value={supplyOf(sums)} />
        </a>
      ),
      wide: true,
    },
  ];
  const ofBlocks: Stat[] = [
    {
      label: t('home.interval'),
      value: interval === undefined ? none : durationText(translations, interval),
      note,
    },
    { label: t('home.meanFee'), value: fee === undefined ? none : <Amount value={fee} />, note, wide: true },
  ];
  const hasSums = indexed !== false && (sums !== undefined || stats.failure === undefined);
  return <StatTiles label={t('home.figures')} items={hasSums ? [...ofSums, ...ofBlocks] : ofBlocks} />;
}
