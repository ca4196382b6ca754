import { Card } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { chainStatus, explorer } from '../app.ts';
import { BlockTable, BlockTableSkeleton } from '../components/block-table.tsx';
import { CairnStack } from '../components/cairn-stack.tsx';
import { EmptyChain } from '../components/empty-chain.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import { StatusStrip } from '../components/status-strip.tsx';
import { blocksLink } from '../lib/links.ts';
import { BLOCK_PAGE_SIZE } from '../lib/pages.ts';
import { useChain } from '../hooks/use-chain.ts';
import { type Resource, useResource } from '../hooks/use-resource.ts';
import type { BlockList } from '@cairn/api/explorer';

/** The front page: how the chain stands, and its newest blocks as they come. */
export default function Home() {
  const view = useChain();
  const { status, failure } = view;
  const blocks = useResource(
    status === undefined || status.height < 0
      ? undefined
      : (signal) => explorer.listBlocks({ limit: BLOCK_PAGE_SIZE }, { signal }),
    'newest',
    status?.tip_id,
  );
  if (status === undefined && failure !== undefined) {
    return (
      <FailureNotice
        failure={failure}
        onRetry={chainStatus.retry}
        detail="The page keeps trying by itself."
      />
    );
  }
  return (
    <div class="c-stack">
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      <StatusStrip status={status} newest={blocks.data?.items[0]} />
      <NewestBlocks blocks={blocks} empty={status?.height === -1} />
    </div>
  );
}

function NewestBlocks({ blocks, empty }: { blocks: Resource<BlockList>; empty: boolean }) {
  const newAbove = useHeightBefore(blocks.data?.items[0]?.height);
  const caption = 'Newest blocks';
  const { data, failure } = blocks;
  return (
    <>
      {failure !== undefined && !empty && (
        <FailureNotice failure={failure} onRetry={blocks.retry} retrying={blocks.loading} />
      )}
      {(failure === undefined || data !== undefined || empty) && (
        <div class="home">
          <Card title={caption} flush actions={<a href={blocksLink()}>All blocks</a>}>
            {empty && <EmptyChain />}
            {!empty && data === undefined && <BlockTableSkeleton caption={caption} compact />}
            {!empty && data !== undefined && (
              <BlockTable caption={caption} blocks={data.items} newAbove={newAbove} compact />
            )}
          </Card>
          {!empty && data !== undefined && (
            <div class="home__stack">
              <CairnStack blocks={data.items} newAbove={newAbove} />
            </div>
          )}
        </div>
      )}
      <Announcement height={data?.items[0]?.height} newAbove={newAbove} />
    </>
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
