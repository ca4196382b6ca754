import type { BlockSummary, ExplorerStatus } from '@cairn/api/explorer';
import { Badge, Skeleton, Timestamp, type Tone } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { blockLink } from '../lib/links.ts';
import { formatCount } from '../lib/words.ts';

export interface StatusStripProps {
  /** Absent until the first answer. */
  status: ExplorerStatus | undefined;
  newest: BlockSummary | undefined;
}

/** Five facts on how the chain, its node and its index stand. */
export function StatusStrip({ status, newest }: StatusStripProps) {
  return (
    <dl class="strip" aria-busy={status === undefined ? 'true' : undefined}>
      <Fact label="Height">
        {status === undefined ? <Skeleton width="short" /> : <Height status={status} />}
      </Fact>
      <Fact label="Newest block">{newestBlock(status, newest)}</Fact>
      <Fact label="Network">
        {status === undefined ? <Skeleton width="short" /> : <NetworkName status={status} />}
      </Fact>
      <Fact label="Node">
        {status === undefined ? <Skeleton width="short" /> : <NodeState status={status} />}
      </Fact>
      <Fact label="Index">
        {status === undefined ? <Skeleton width="short" /> : <IndexState status={status} />}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="strip__fact">
      <dt class="strip__label">{label}</dt>
      <dd class="strip__value">{children}</dd>
    </div>
  );
}

function Height({ status }: { status: ExplorerStatus }) {
  if (status.height < 0) return <span class="c-muted">no block yet</span>;
  return (
    <a class="strip__height" href={blockLink(status.height)}>
      {formatCount(status.height)}
    </a>
  );
}

function newestBlock(status: ExplorerStatus | undefined, newest: BlockSummary | undefined) {
  if (newest !== undefined) return <Timestamp seconds={newest.timestamp} />;
  return status !== undefined && status.height < 0 ? (
    <span class="c-muted">none</span>
  ) : (
    <Skeleton width="short" />
  );
}

function NetworkName({ status }: { status: ExplorerStatus }) {
  return (
    <>
      {status.network} <span class="strip__aside">{`chain ${status.chain_id}`}</span>
    </>
  );
}

function NodeState({ status }: { status: ExplorerStatus }) {
  if (!status.initialized) return <Badge tone="warn">Not started</Badge>;
  if (status.syncing || !status.ready) return <Badge tone="warn">Catching up</Badge>;
  return (
    <Badge tone="success" dot>
      Synced
    </Badge>
  );
}

const INDEX_BADGES: Record<ExplorerStatus['index']['state'], { tone: Tone; text: string }> = {
  disabled: { tone: 'neutral', text: 'Off' },
  building: { tone: 'info', text: 'Building' },
  ready: { tone: 'success', text: 'Ready' },
  error: { tone: 'error', text: 'Error' },
};

function IndexState({ status: { index } }: { status: ExplorerStatus }) {
  const { tone, text } = INDEX_BADGES[index.state];
  return (
    <Badge tone={tone} dot={index.state === 'ready'}>
      {index.state === 'building' ? `${text}, ${Math.floor(index.progress)} %` : text}
    </Badge>
  );
}
