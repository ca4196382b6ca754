import type { BlockList, StatsResponse, TransactionList } from '@cairn/api/explorer';
import { chainStatus } from '../app.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { HomeBlocks } from '../components/home/home-blocks.tsx';
import { HomeCharts } from '../components/home/home-charts.tsx';
import { HomeFigures } from '../components/home/home-figures.tsx';
import { HomeTransactions } from '../components/home/home-transactions.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import type { Initial } from '../runtime/page-context.ts';
import { island } from '../runtime/island.tsx';
import { useChain } from '../hooks/use-chain.ts';
import { HOME_BLOCKS } from '../lib/pages.ts';
import { useBlocks } from '../lists/use-blocks.ts';
import { BlockAnnouncement } from '../live/block-announcement.tsx';

export interface HomeProps {
  initial?: Initial<{ blocks: BlockList; transactions: TransactionList; stats: StatsResponse }> | undefined;
}

/** The front page: key figures, the newest blocks and transactions, and charts of the newest blocks. */
function Home({ initial }: HomeProps) {
  const view = useChain();
  const blocks = useBlocks(view, { size: HOME_BLOCKS }, initial?.blocks);
  const { data } = blocks;
  const { status } = view;
  if (status === undefined && data === undefined && view.failure !== undefined) {
    return <FailureNotice failure={view.failure} onRetry={chainStatus.retry} />;
  }
  // `NodeNotice` reports the view's failure, but only after a first status.
  const isReported = status !== undefined && view.failure !== undefined;
  const ownFailure = isReported ? undefined : (view.failure ?? blocks.failure);
  const items = data?.items;
  const empty = data?.pagination.total === 0;
  return (
    <div class="c-stack">
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {!empty && (data !== undefined || blocks.failure === undefined) && (
        <HomeFigures view={view} blocks={items} initial={initial?.stats} />
      )}
      {ownFailure !== undefined && (
        <FailureNotice failure={ownFailure} onRetry={blocks.retry} retrying={blocks.loading} />
      )}
      {(data !== undefined || blocks.failure === undefined) && <HomeBlocks blocks={data} />}
      {!empty && (
        <>
          <HomeTransactions view={view} blocks={items} initial={initial?.transactions} />
          <HomeCharts blocks={items} />
        </>
      )}
      <BlockAnnouncement height={items?.[0]?.height} />
    </div>
  );
}

export default island(Home);
