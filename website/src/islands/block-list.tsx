import { Card, EmptyState, LinkButton } from '@cairn/ui';
import type { BlockList as Blocks } from '@cairn/api/explorer';
import { chainStatus } from '../app.ts';
import { BlockTable, BlockTableSkeleton } from '../components/block-table.tsx';
import { EmptyChain } from '../components/empty-chain.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import { Pager } from '../components/pager.tsx';
import type { Initial } from '../frame/initial.ts';
import { island } from '../frame/island.tsx';
import { blocksLink } from '../lib/links.ts';
import { blockPageAnchors } from '../lib/pages.ts';
import { blocksPlace } from '../lib/places.ts';
import { formatCount, plural } from '../lib/words.ts';
import { useBlocks } from '../hooks/use-blocks.ts';
import { useChain } from '../hooks/use-chain.ts';

const CAPTION = 'Blocks, newest first';

export interface BlockListProps {
  before?: number | undefined;
  initial?: Initial<{ blocks: Blocks }> | undefined;
}

/** Blocks below an anchor, newest first. The anchor is exclusive and keeps the page still while the tip moves on. */
function BlockList({ before, initial }: BlockListProps) {
  const view = useChain();
  const blocks = useBlocks(view, before, initial?.blocks);
  const { data, failure } = blocks;
  return (
    <div class="c-stack">
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {failure !== undefined && (
        <FailureNotice
          failure={failure}
          onRetry={blocks.retry}
          retrying={blocks.loading}
          status={view.status}
        />
      )}
      {data === undefined && failure === undefined && (
        <Card title="Blocks" flush>
          <BlockTableSkeleton caption={CAPTION} />
        </Card>
      )}
      {data !== undefined && <Page blocks={data} />}
    </div>
  );
}

function Page({ blocks: { items, pagination } }: { blocks: Blocks }) {
  const anchors = blockPageAnchors(
    items.map(({ height }) => height),
    pagination.total - 1,
  );
  if (pagination.total === 0) {
    return (
      <Card flush>
        <EmptyChain />
      </Card>
    );
  }
  if (items.length === 0) return <NothingBelow />;
  return (
    <Card
      title={plural(pagination.total, 'block')}
      flush
      footer={
        <Pager
          label="Blocks"
          position={`${formatCount(items.at(-1)!.height)} – ${formatCount(items[0]!.height)}`}
          previous={{ href: pageHref(anchors.newer), text: 'Newer' }}
          next={{ href: pageHref(anchors.older), text: 'Older' }}
        />
      }
    >
      <BlockTable caption={CAPTION} blocks={items} />
    </Card>
  );
}

function pageHref(anchor: 'first' | number | undefined): string | undefined {
  if (anchor === undefined) return undefined;
  return anchor === 'first' ? blocksLink() : blocksLink(anchor);
}

function NothingBelow() {
  return (
    <Card flush>
      <EmptyState
        title="No blocks down here"
        action={<LinkButton href={blocksLink()}>Newest blocks</LinkButton>}
      >
        <p>The list was asked for the blocks below height 0.</p>
      </EmptyState>
    </Card>
  );
}

export default island(BlockList, { place: blocksPlace, title: (_, { t }) => t('blocks.title') });
