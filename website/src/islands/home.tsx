import type { BlockList } from '@cairn/api/explorer';
import { Card } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';
import { BlockTable, BlockTableSkeleton } from '../components/block-table.tsx';
import { CairnStack, CairnStackSkeleton } from '../components/cairn-stack.tsx';
import { EmptyChain } from '../components/empty-chain.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import { StatusStrip } from '../components/status-strip.tsx';
import type { Initial } from '../frame/initial.ts';
import { island } from '../frame/island.tsx';
import { useBlocks } from '../hooks/use-blocks.ts';
import { useChain } from '../hooks/use-chain.ts';
import { blocksLink } from '../lib/links.ts';

const CAPTION = 'Newest blocks';

export interface HomeProps {
  initial?: Initial<{ blocks: BlockList }> | undefined;
}

/** The front page: how the chain stands, and its newest blocks as they come. */
function Home({ initial }: HomeProps) {
  const view = useChain();
  const blocks = useBlocks(view, undefined, initial?.blocks);
  const { data } = blocks;
  const { status } = view;
  if (status === undefined && data === undefined && view.failure !== undefined) {
    return <FailureNotice failure={view.failure} onRetry={chainStatus.retry} />;
  }
  // The notice about the status says it already when nothing answers.
  const ownFailure = view.failure === undefined ? blocks.failure : undefined;
  return (
    <div class="c-stack">
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      <StatusStrip status={status} newest={data?.items[0]} />
      {ownFailure !== undefined && (
        <FailureNotice failure={ownFailure} onRetry={blocks.retry} retrying={blocks.loading} />
      )}
      {(data !== undefined || blocks.failure === undefined) && <NewestBlocks blocks={data} />}
    </div>
  );
}

function NewestBlocks({ blocks }: { blocks: BlockList | undefined }) {
  const newAbove = useHeightBefore(blocks?.items[0]?.height);
  const empty = blocks?.pagination.total === 0;
  return (
    <div class="home">
      <Card title={CAPTION} flush actions={<a href={blocksLink()}>All blocks</a>}>
        {blocks === undefined && <BlockTableSkeleton caption={CAPTION} compact />}
        {blocks !== undefined && !empty && (
          <BlockTable caption={CAPTION} blocks={blocks.items} newAbove={newAbove} compact />
        )}
        {empty && <EmptyChain />}
      </Card>
      {!empty && (
        <div class="home__stack">
          <Card title="The cairn">
            {blocks === undefined ? (
              <CairnStackSkeleton />
            ) : (
              <CairnStack blocks={blocks.items} newAbove={newAbove} />
            )}
          </Card>
        </div>
      )}
      <Announcement height={blocks?.items[0]?.height} newAbove={newAbove} />
    </div>
  );
}

/** Says new blocks to those who do not see the table change; the first load is no news. */
function Announcement({ height, newAbove }: { height: number | undefined; newAbove: number | undefined }) {
  const news = height !== undefined && newAbove !== undefined && height > newAbove;
  return (
    <p class="c-visually-hidden" role="status">
      {news ? `New block ${height}` : ''}
    </p>
  );
}

/** The newest height of the answer before this one, once there has been one. */
function useHeightBefore(height: number | undefined): number | undefined {
  const last = useRef<number | undefined>(undefined);
  const [before, setBefore] = useState<number | undefined>(undefined);
  useEffect(() => {
    if (height === undefined || height === last.current) return;
    setBefore(last.current);
    last.current = height;
  }, [height]);
  return before;
}

export default island(Home);
