import type { BlockSummary, ExplorerStatus } from '@cairn/api/explorer';
import { Notice, Timestamp } from '@cairn/ui';
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
  const { t, count, link } = translations;
  const isEmpty = status !== undefined && status.height < 0;
  const time = newest?.timestamp;
  return (
    <div class="c-stack c-stack--tight">
      {status?.devnet && <DevnetNotice network={status.network} devnet={status.devnet} />}
      <StatTiles
        large
        label={t('page.network')}
        items={[
          {
            label: t('block.height'),
            value: isEmpty
              ? t('common.none')
              : status && <a href={link.block(status.height)}>{count(status.height)}</a>,
            note: status && `${status.network} · ${t('network.chainId', { id: status.chain_id })}`,
          },
          {
            label: t('network.tipAge'),
            value: isEmpty ? t('common.none') : time && <Timestamp seconds={time} />,
            note: time && <Timestamp seconds={time} show="exact" />,
          },
          { label: t('network.node'), value: undefined, ...(status && nodeState(status, translations)) },
          { label: t('network.index'), value: undefined, ...(status && indexState(status, translations)) },
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

type State = Pick<Stat, 'value' | 'note'>;

const stateOf = (tone: 'success' | 'warn' | 'error' | 'muted', text: string, note?: string): State => ({
  value: <span class={`c-${tone}`}>{text}</span>,
  note,
});

function nodeState({ initialized, syncing, ready }: ExplorerStatus, { t }: Translations): State {
  if (!initialized) return stateOf('warn', t('network.nodeNotStarted'), t('network.nodeNotStartedNote'));
  return syncing || !ready
    ? stateOf('warn', t('network.nodeBehind'), t('network.nodeBehindNote'))
    : stateOf('success', t('network.nodeReady'), t('network.nodeReadyNote'));
}

function indexState(status: ExplorerStatus, { t, count }: Translations): State {
  const { state, indexed_height: indexed } = status.index;
  const lag = indexLag(status);
  const behind = lag > 0 ? ` · ${t('network.lag', { count: lag })}` : '';
  const note = indexed < 0 ? undefined : t('network.indexed', { height: count(indexed) }) + behind;
  switch (state) {
    case 'disabled':
      return stateOf('muted', t('network.indexDisabled'));
    case 'building':
      return stateOf('muted', t('network.indexBuilding'), note);
    case 'error':
      return stateOf('error', t('network.indexError'), note);
    default:
      return stateOf('success', t('network.nodeReady'), note);
  }
}
