import type { BlockSummary } from '@cairn/api/explorer';
import { Amount } from '@cairn/ui';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { useEffect, useRef } from 'preact/hooks';
import { statsRequest, useRequest } from '../../site/request.ts';
import { figuresWith, hashRate, meanFee, mined } from '../../site/figures.ts';
import { hashRateText } from '../../site/formats.ts';
import type { ChainView } from '../../site/chain-feed.ts';
import { useTranslations } from './texts.ts';

/** Asked once: the newest blocks add what is missing. */
const HOME_STATS = { ...statsRequest, version: undefined };

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
  const stats = useRequest(indexed === true ? HOME_STATS : undefined);
  const figures = stats.data && blocks && figuresWith(stats.data.stats, blocks);
  useReloadOnGap(
    stats.data !== undefined && figures === undefined ? blocks?.[0]?.id : undefined,
    stats.retry,
  );
  const timed = blocks && mined(blocks).toReversed();
  const fee = blocks && meanFee(blocks);
  const rate = timed && hashRate(timed);
  const lately = blocks && t('home.lately', { count: blocks.length });
  const none = <span class="c-faint">{t('common.none')}</span>;
  const hasSums = indexed !== false && stats.failure === undefined;
  const transactions: Stat = {
    label: t('home.count'),
    value: figures && <a href={link.page('/transactions')}>{count(figures.transactions)}</a>,
  };
  const supply: Stat = {
    label: t('home.supply'),
    value: figures && (
      <a href={link.page('/supply')}>
        <Amount value={figures.supply} />
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
        <a href={link.page('/charts?figure=hash_rate&range=month')}>{hashRateText(translations, rate)}</a>
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

/**
 * Calls `retry`, once per tip.
 * @param tip ID of the tip while there is a gap between statistics and blocks, else `undefined`
 */
function useReloadOnGap(tip: string | undefined, retry: () => void): void {
  const requested = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (tip === undefined || requested.current === tip) return;
    requested.current = tip;
    retry();
  }, [tip]);
}
