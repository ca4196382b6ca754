import type { BlockSummary } from '@cairn/api/explorer';
import { Amount } from '@cairn/ui';
import type { ChainView } from '../../site/chain-feed.ts';
import { intervalOf, meanFee, roundedUp, supplyOf } from '../../site/figures.ts';
import { durationText } from '../../site/formats.ts';
import { type Answer, type Fees, statsRequest, useRequest } from '../../site/request.ts';
import { StatTiles } from '../../site/stat-tiles.tsx';
import { useTranslations } from './texts.ts';

interface HomeFiguresProps {
  view: ChainView;
  /** Newest first; `undefined` until they load. */
  blocks: readonly BlockSummary[] | undefined;
  fees: Answer<Fees>;
}

/** What a transfer costs now, and key figures of the chain. Transactions and supply need the index. */
export function HomeFigures({ view, blocks, fees }: HomeFiguresProps) {
  const translations = useTranslations();
  const { t, count, link } = translations;
  const indexed = view.status?.capabilities.aggregate_stats;
  const stats = useRequest(indexed === true ? statsRequest : undefined);
  const sums = stats.data?.stats;
  const hasSums = indexed !== false && (sums !== undefined || stats.failure === undefined);
  const hasFees = fees.data !== undefined || fees.failure === undefined;
  const [interval, mean] = [blocks && intervalOf(blocks), blocks && meanFee(blocks)];
  const note = blocks === undefined ? '\u00a0' : t('home.lately', { count: blocks.length });
  const none = blocks && <span class="c-faint">{t('common.none')}</span>;
  const about = (pebbles: string) => (
    <>
      ≈ <Amount value={roundedUp(pebbles)} />
    </>
  );
  const items = [
    ...(hasFees
      ? [
          { label: t('home.nextBlock'), value: fees.data && about(fees.data.next_block), wide: true },
          { label: t('home.fewBlocks'), value: fees.data && about(fees.data.few_blocks), wide: true },
        ]
      : []),
    {
      label: t('home.meanFee'),
      value: mean === undefined ? none : <Amount value={mean} />,
      note,
      wide: true,
    },
    {
      label: t('home.interval'),
      value: interval === undefined ? none : durationText(translations, interval),
      note,
    },
    ...(hasSums
      ? [
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
        ]
      : []),
  ];
  return <StatTiles label={t('home.figures')} items={items} />;
}
