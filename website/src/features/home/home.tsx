import type { BlockList } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { chainStatus } from '../../site/api.ts';
import { FailureNotice, NodeNotice, EmptyChain } from '../../site/notices.tsx';
import { definePage } from '../../site/island.tsx';
import { useChain } from '../../site/use-chain.ts';
import { type Answer, type Fees, feesRequest, statsRequest } from '../../site/request.ts';
import { blocksRequest, BlockTable, LiveList } from '../lists/index.ts';
import { Region } from '../verify/index.ts';
import { texts, useTranslations } from './texts.ts';
import { HomeFigures } from './home-figures.tsx';
import { feedRequest, HOME_ROWS, HomeTransactions } from './home-transactions.tsx';
import { Cairn } from './cairn.tsx';

/** Blocks that the front page loads: its table shows ten, its figures are of all. */
const HOME_BLOCKS = 30;

interface HomeProps {
  blocks: Answer<BlockList>;
  fees: Answer<Fees>;
}

/** The front page: the cairn with what this browser has checked, then, as the server's word, key figures and the newest rows. */
function Home({ blocks, fees }: HomeProps) {
  const { t } = useTranslations();
  const view = useChain();
  const { data } = blocks;
  const { status } = view;
  const isSilent = status === undefined && data === undefined && view.failure !== undefined;
  // `NodeNotice` reports the view's failure, but only after a first status.
  const isReported = status !== undefined && view.failure !== undefined;
  const failure = isReported ? undefined : (view.failure ?? blocks.failure);
  const retry = isSilent ? chainStatus.retry : blocks.retry;
  const isEmpty = data?.pagination.total === 0;
  const isShown = !isSilent && (data !== undefined || blocks.failure === undefined);
  const hasCairn = isShown && !isEmpty;
  return (
    <div class="c-stack">
      {!hasCairn && <h1>{t('home.title')}</h1>}
      {!isSilent && <NodeNotice />}
      {hasCairn && <Cairn blocks={data?.items} fees={fees.data} />}
      <FailureNotice of={{ failure, retry }} />
      {isShown && (
        <Region proof="none" class="c-stack">
          {!isEmpty && <HomeFigures view={view} blocks={data?.items} />}
          <HomeBlocks blocks={data} />
          {!isEmpty && <HomeTransactions view={view} />}
        </Region>
      )}
    </div>
  );
}

export default definePage({
  texts,
  requests: () => ({ blocks: blocksRequest({ size: HOME_BLOCKS }), fees: feesRequest }),
  preloads: () => [feedRequest, statsRequest],
  head: ({ t }) => ({ description: t('home.description') }),
  view: Home,
});

/** The newest blocks as a table. */
function HomeBlocks({ blocks }: { blocks: BlockList | undefined }) {
  const { t, link } = useTranslations();
  const caption = t('home.blocks');
  const latest = useMemo(() => blocks && { items: blocks.items.slice(0, HOME_ROWS) }, [blocks]);
  return (
    <Card title={caption} flush actions={<a href={link.blocks()}>{t('home.allBlocks')}</a>}>
      {latest?.items.length === 0 ? (
        <EmptyChain />
      ) : (
        <LiveList latest={latest} waitingText={(count) => t('live.newBlocks', { count })}>
          {(list, fresh) => (
            <BlockTable
              caption={caption}
              blocks={list?.items}
              waitingRows={HOME_ROWS}
              fresh={fresh}
              compact
            />
          )}
        </LiveList>
      )}
    </Card>
  );
}
