import type { BlockSummary } from '@cairn/api/explorer';
import { Amount } from '@cairn/ui';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import type { ChainView } from '../../site/chain-feed.ts';
import { statsRequest, useRequest } from '../../site/request.ts';
import { hashRate, meanFee, mined, supplyOf } from '../../site/figures.ts';
import { hashRateText } from '../../site/formats.ts';
import { useTranslations } from './texts.ts';

export interface HomeFiguresProps {
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
  const figures = stats.data?.stats;
  const timed = blocks && mined(blocks).toReversed();
  const fee = blocks && meanFee(blocks);
  const rate = timed && hashRate(timed);
  const lately = blocks && t('home.lately', { count: blocks.length });
  const none = <span class="c-faint">{t('common.none')}</span>;
  const hasSums = indexed !== false && (figures !== undefined || stats.failure === undefined);
  const transactions: Stat = {
    label: t('home.count'),
    value: figures && <a href={link.page('/transactions')}>{count(figures.transactions)}</a>,
  };
  const supply: Stat = {
    label: t('home.supply'),
    value: figures && (
      <a href={link.page('/statistics#supply')}>
        <Amount value={supplyOf(figures)} />
      </a>
    ),
    wide: true,
  };
  const hashes: Stat = {
    label: t('home.hashRate'),
    value:
      blocks &&
      (rate === undefined ? (
        none
      ) : (
        <a href={link.page('/statistics?range=month#hash_rate')}>{hashRateText(translations, rate)}</a>
      )),
    note: lately ?? '\u00a0',
  };
  const fees: Stat = {
    label: t('home.meanFee'),
    value: blocks && (fee === undefined ? none : <Amount value={fee} />),
    note: lately ?? '\u00a0',
    wide: true,
  };
  return (
    <StatTiles
      label={t('home.figures')}
      items={hasSums ? [transactions, hashes, supply, fees] : [hashes, fees]}
    />
  );
}
