import type { BlockList, BlockSummary } from '@cairn/api/explorer';
import { Card, Chart } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { chainStatus } from '../../site/api.ts';
import { FailureNotice, NodeNotice, EmptyChain } from '../../site/notices.tsx';
import { definePage } from '../../site/island.tsx';
import { useChain } from '../../site/use-chain.ts';
import { type Answer, type Fees, feesRequest, statsRequest } from '../../site/request.ts';
import { BlockAnnouncement, blocksRequest, BlockTable, LiveRows } from '../lists/index.ts';
import { translationsFor, useTranslations } from './texts.ts';
import { NextBlockButton } from '../labels/index.ts';
import { blockChart, blockChartTitle } from '../../site/block-charts.ts';
import { useChartTools } from '../../site/formats.ts';
import { HomeFigures } from './home-figures.tsx';
import { feedRequest, HOME_ROWS, HomeTransactions } from './home-transactions.tsx';
import { Cairn } from './cairn.tsx';
import './home.css';

/** Blocks that the front page loads: its table shows ten, its charts all. */
const HOME_BLOCKS = 30;

interface HomeProps {
  blocks: Answer<BlockList>;
  fees: Answer<Fees>;
}

/** The front page: the cairn, key figures, the newest blocks and transactions, and charts of the newest blocks. */
function Home({ blocks, fees }: HomeProps) {
  const { t } = useTranslations();
  const view = useChain();
  const { data } = blocks;
  const { status } = view;
  if (status === undefined && data === undefined && view.failure !== undefined) {
    return (
      <div class="c-stack">
        <h1 class="c-visually-hidden">{t('site.name')}</h1>
        <FailureNotice of={{ failure: view.failure, retry: chainStatus.retry }} />
      </div>
    );
  }
  // `NodeNotice` reports the view's failure, but only after a first status.
  const isReported = status !== undefined && view.failure !== undefined;
  const ownFailure = isReported ? undefined : (view.failure ?? blocks.failure);
  const items = data?.items;
  const empty = data?.pagination.total === 0;
  return (
    <div class="c-stack">
      <h1 class="c-visually-hidden">{t('site.name')}</h1>
      <NodeNotice />
      {!empty && (data !== undefined || blocks.failure === undefined) && (
        <>
          <Cairn blocks={items} fees={fees.data} />
          <HomeFigures view={view} blocks={items} />
        </>
      )}
      <FailureNotice of={{ ...blocks, failure: ownFailure }} />
      {(data !== undefined || blocks.failure === undefined) && <HomeBlocks blocks={data} />}
      {!empty && (
        <>
          <HomeTransactions view={view} />
          <HomeCharts blocks={items} />
        </>
      )}
      <BlockAnnouncement height={items?.[0]?.height} />
    </div>
  );
}

export default definePage({
  requests: () => ({ blocks: blocksRequest({ size: HOME_BLOCKS }), fees: feesRequest }),
  preloads: () => [feedRequest, statsRequest],
  head: (_, locale) => ({ description: translationsFor(locale).t('home.description') }),
})(Home);

/** The newest blocks as a table. */
function HomeBlocks({ blocks }: { blocks: BlockList | undefined }) {
  const { t, link } = useTranslations();
  const caption = t('home.blocks');
  const rows = blocks?.items.slice(0, HOME_ROWS);
  const empty = blocks?.pagination.total === 0;
  return (
    <Card
      title={caption}
      flush
      actions={<a href={link.blocks()}>{t('home.allBlocks')}</a>}
      footer={empty ? undefined : <NextBlockButton />}
    >
      {rows === undefined && (
        <BlockTable caption={caption} blocks={undefined} waitingRows={HOME_ROWS} compact />
      )}
      {rows !== undefined && !empty && (
        <LiveRows rows={rows} waitingText={(count) => t('live.newBlocks', { count })}>
          {(shown, fresh) => <BlockTable caption={caption} blocks={shown} fresh={fresh} compact />}
        </LiveRows>
      )}
      {empty && <EmptyChain />}
    </Card>
  );
}

/** The figures shown, each with the path of its chart over time. */
const FIGURES = [
  ['transactions', '/charts?figure=transactions&range=month'],
  ['interval', '/charts?figure=block_interval&range=month'],
] as const;

/** Charts of the newest blocks. @param blocks newest first */
export function HomeCharts({ blocks }: { blocks: readonly BlockSummary[] | undefined }) {
  const { t, link, locale } = useTranslations();
  const tools = useChartTools();
  const charts = useMemo(() => {
    const oldestFirst = blocks?.toReversed();
    return FIGURES.map(([figure, path]) => ({
      figure,
      path,
      data: oldestFirst && blockChart(figure, oldestFirst, tools),
    }));
  }, [blocks, tools]);
  return (
    <div class="c-grid">
      {charts.map(({ figure, path, data }) => (
        <Card
          key={figure}
          title={blockChartTitle(figure, locale)}
          actions={<a href={link.page(path)}>{t('home.overTime')}</a>}
        >
          <Chart title={blockChartTitle(figure, locale)} data={data} height="sm" />
        </Card>
      ))}
    </div>
  );
}
