import type { BlockSummary, ExplorerStatus } from '@cairn/api/explorer';
import { Badge, Notice, Timestamp, type Tone } from '@cairn/ui';
import { BuildProgress } from '../../site/notices.tsx';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { byTip, request } from '../../site/request.ts';
import { useTranslations, type Translations } from './texts.ts';
import { indexLag } from '../../site/figures.ts';
import { durationText } from '../../site/formats.ts';

/** The newest block. */
export const newestRequest = request(
  'newest',
  (api, options) => api.listBlocks({ limit: 1 }, options),
  byTip,
);

export interface NodeStateProps {
  status: ExplorerStatus | undefined;
  /** `undefined` until it loads, and for a chain without a block. */
  newest: BlockSummary | undefined;
}

/** Height, time of the newest block, node and index in tiles, with the progress of an index that is being built. */
export function NodeState({ status, newest }: NodeStateProps) {
  const translations = useTranslations();
  const { t } = translations;
  return (
    <div class="c-stack c-stack--tight">
      {status?.devnet && <DevnetNotice network={status.network} devnet={status.devnet} />}
      <StatTiles
        large
        label={t('page.network')}
        items={[
          heightOf(status, translations),
          timeOf(status, newest?.timestamp, translations),
          nodeOf(status, translations),
          indexOf(status, translations),
        ]}
      />
      {status?.index.state === 'building' && <BuildProgress index={status.index} />}
    </div>
  );
}

/** Notice of changes to a devnet over its control socket, so that they do not look like a fault. */
function DevnetNotice({
  network,
  devnet,
}: {
  network: string;
  devnet: NonNullable<ExplorerStatus['devnet']>;
}) {
  const { clock_offset_seconds: offset, rewinds, fork_height: height } = devnet;
  const translations = useTranslations();
  const { t, count } = translations;
  return (
    <Notice
      tone="info"
      title={
        height === undefined ? t('network.moved') : t('network.fork', { network, height: count(height) })
      }
    >
      {height !== undefined && <p>{t('network.forkText', { network })}</p>}
      {offset !== 0 && <p>{t('network.movedClock', { duration: durationText(translations, offset) })}</p>}
      {rewinds > 0 && <p>{t('network.rewound', { count: rewinds })}</p>}
    </Notice>
  );
}

function heightOf(status: ExplorerStatus | undefined, { t, count, link }: Translations): Stat {
  if (status === undefined) return { label: t('block.height'), value: undefined };
  const { height } = status;
  return {
    label: t('block.height'),
    value: height < 0 ? t('common.none') : <a href={link.block(height)}>{count(height)}</a>,
    note: `${status.network} · ${t('network.chainId', { id: status.chain_id })}`,
  };
}

function timeOf(status: ExplorerStatus | undefined, time: number | undefined, { t }: Translations): Stat {
  const none = status !== undefined && status.height < 0;
  return {
    label: t('network.tipAge'),
    value: none ? t('common.none') : time && <Timestamp seconds={time} />,
    note: time && <Timestamp seconds={time} show="exact" />,
  };
}

function nodeOf(status: ExplorerStatus | undefined, { t }: Translations): Stat {
  const label = t('network.node');
  if (status === undefined) return { label, value: undefined };
  if (!status.initialized) {
    return stateTile(label, 'warn', t('network.nodeNotStarted'), t('network.nodeNotStartedNote'));
  }
  return status.syncing || !status.ready
    ? stateTile(label, 'warn', t('network.nodeBehind'), t('network.nodeBehindNote'))
    : stateTile(label, 'success', t('network.nodeReady'), t('network.nodeReadyNote'));
}

const INDEX_TONES: Record<ExplorerStatus['index']['state'], Tone> = {
  disabled: 'neutral',
  building: 'info',
  ready: 'success',
  error: 'error',
};

function indexOf(status: ExplorerStatus | undefined, { t, count }: Translations): Stat {
  const label = t('network.index');
  if (status === undefined) return { label, value: undefined };
  const { state, indexed_height: indexed } = status.index;
  const name = {
    disabled: t('network.indexDisabled'),
    building: t('network.indexBuilding'),
    ready: t('network.nodeReady'),
    error: t('network.indexError'),
  }[state];
  const lag = indexLag(status);
  const note =
    indexed < 0
      ? undefined
      : t('network.indexed', { height: count(indexed) }) +
        (lag > 0 ? ` · ${t('network.lag', { count: lag })}` : '');
  return stateTile(label, INDEX_TONES[state], name, state === 'disabled' ? undefined : note);
}

function stateTile(label: string, tone: Tone, text: string, note: string | undefined): Stat {
  return {
    label,
    value: (
      <Badge tone={tone} dot>
        {text}
      </Badge>
    ),
    note,
  };
}
