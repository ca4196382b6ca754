import type { BlockSummary, ExplorerStatus } from '@cairn/api/explorer';
import { Badge, Skeleton, Timestamp, type Tone } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useWords } from '../messages/context.tsx';
import type { Words } from '../messages/words.ts';

export interface StatusStripProps {
  /** Absent until the first answer. */
  status: ExplorerStatus | undefined;
  newest: BlockSummary | undefined;
}

/** Five facts on how the chain, its node and its index stand. */
export function StatusStrip({ status, newest }: StatusStripProps) {
  const words = useWords();
  const { t } = words;
  return (
    <dl class="strip" aria-label={t('strip.label')} aria-busy={status === undefined ? 'true' : undefined}>
      <Fact label={t('strip.height')}>
        {status === undefined ? <Skeleton width="short" /> : <Height status={status} words={words} />}
      </Fact>
      <Fact label={t('strip.newest')}>{newestBlock(status, newest, words)}</Fact>
      <Fact label={t('strip.network')}>
        {status === undefined ? <Skeleton width="short" /> : <NetworkName status={status} words={words} />}
      </Fact>
      <Fact label={t('strip.node')}>
        {status === undefined ? <Skeleton width="short" /> : <NodeState status={status} words={words} />}
      </Fact>
      <Fact label={t('strip.index')}>
        {status === undefined ? <Skeleton width="short" /> : <IndexState status={status} words={words} />}
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

interface StatusPart {
  status: ExplorerStatus;
  words: Words;
}

function Height({ status, words: { t, count, link } }: StatusPart) {
  if (status.height < 0) return <span class="c-muted">{t('strip.noBlock')}</span>;
  return (
    <a class="strip__height" href={link.block(status.height)}>
      {count(status.height)}
    </a>
  );
}

function newestBlock(
  status: ExplorerStatus | undefined,
  newest: BlockSummary | undefined,
  { t }: Words,
): ComponentChildren {
  if (newest !== undefined) return <Timestamp seconds={newest.timestamp} />;
  return status !== undefined && status.height < 0 ? (
    <span class="c-muted">{t('common.none')}</span>
  ) : (
    <Skeleton width="short" />
  );
}

function NetworkName({ status, words: { t } }: StatusPart) {
  return (
    <>
      {status.network} <span class="strip__aside">{t('strip.chain', { id: String(status.chain_id) })}</span>
    </>
  );
}

function NodeState({ status, words: { t } }: StatusPart) {
  if (!status.initialized) return <Badge tone="warn">{t('strip.notStarted')}</Badge>;
  if (status.syncing || !status.ready) return <Badge tone="warn">{t('strip.behind')}</Badge>;
  return (
    <Badge tone="success" dot>
      {t('strip.synced')}
    </Badge>
  );
}

const INDEX_TONES: Record<ExplorerStatus['index']['state'], Tone> = {
  disabled: 'neutral',
  building: 'info',
  ready: 'success',
  error: 'error',
};

function IndexState({ status: { index }, words: { t } }: StatusPart) {
  return (
    <Badge tone={INDEX_TONES[index.state]} dot={index.state === 'ready'}>
      {indexWords(index, t)}
    </Badge>
  );
}

function indexWords(index: ExplorerStatus['index'], t: Words['t']): string {
  switch (index.state) {
    case 'disabled':
      return t('strip.indexDisabled');
    case 'building':
      return t('strip.indexBuilding', { percent: Math.floor(index.progress) });
    case 'ready':
      return t('strip.indexReady');
    default:
      return t('strip.indexError');
  }
}
