import type {
  BlockList,
  BlockSummary,
  ExplorerStatus,
  StaleBlock,
  StaleBlockList,
} from '@cairn/api/explorer';
import { type Network as NetworkRules, titleOfNetwork } from '@cairn/protocol';
import { Card, Identifier, type KeyValue, KeyValueList, Notice, numberText, Timestamp } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { Page } from '../../site/page-head.tsx';
import { chainStatus } from '../../site/api.ts';
import { WITNESSES } from '../../site/config.ts';
import { expectedHashes, indexLag, isPublic, knownNetwork } from '../../site/figures.ts';
import { durationText } from '../../site/formats.ts';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { definePage } from '../../site/island.tsx';
import { BuildProgress, FailureNotice } from '../../site/notices.tsx';
import { type Answer, byTip, request, staleRequest } from '../../site/request.ts';
import { type Stat, StatTiles } from '../../site/stat-tiles.tsx';
import { useChain } from '../../site/use-chain.ts';
import { blockColumns } from '../lists/index.ts';
import { RecomputeCard, Region, regionOf, useWalk, Witnesses, Seal } from '../verify/index.ts';
import { texts, type Translations, useTranslations } from './texts.ts';

/** The newest block. */
const newestRequest = request('newest', (api, options) => api.listBlocks({ limit: 1 }, options), byTip);

interface NetworkProps {
  newest: Answer<BlockList>;
  stale: Answer<StaleBlockList>;
}

/** What this browser knows of the chain and what other nodes say of it; the node's word on itself, its rules, competing blocks. */
function Network({ newest, stale }: NetworkProps) {
  const { t } = useTranslations();
  const { status, failure } = useChain();
  const tip = newest.data?.items[0];
  const proof = useWalk(status?.initialized === true);
  const isAsking =
    WITNESSES.length > 0 &&
    (proof.chain?.witnesses !== undefined || (proof.verdict === 'running' && status?.initialized !== false));
  return (
    <Page title={t('page.network')} lead={t('network.lead')}>
      {status === undefined && <FailureNotice of={{ failure, retry: chainStatus.retry }} />}
      {(status !== undefined || failure === undefined) && (
        <>
          {status?.initialized !== false && <Seal proof={proof} isCounting />}
          {isAsking && (
            <div class="needs-script">
              <Region proof={regionOf(proof)}>
                <Card title={t('network.witnesses')}>
                  {proof.chain?.witnesses !== undefined ? <Witnesses proof={proof} /> : <AskedNodes />}
                </Card>
              </Region>
            </div>
          )}
          <Region proof="none">
            <NodeState status={status} newest={tip} />
          </Region>
          <div class="c-beside">
            <Region proof="none">
              <Rules status={status} newest={tip} />
            </Region>
            {status?.initialized !== false && <RecomputeCard />}
          </div>
          <Region proof="none">
            <CompetingBlocks stale={stale} />
          </Region>
        </>
      )}
    </Page>
  );
}

export default definePage({
  texts,
  requests: () => ({ newest: newestRequest, stale: staleRequest }),
  head: ({ t }) => ({ title: t('page.network'), description: t('network.description') }),
  view: Network,
});

/** The nodes that are being asked. */
function AskedNodes() {
  return (
    <ul class="c-list">
      {WITNESSES.map((url) => (
        <li key={url}>{new URL(url).host} …</li>
      ))}
    </ul>
  );
}

interface NodeStateProps {
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

/** How the difficulty follows the work. */
function ruleOf(network: NetworkRules, translations: Translations): string {
  const { t } = translations;
  if (!isPublic(network)) return t('network.retargetConstant');
  return t('network.retargetAsert', { duration: durationText(translations, network.asertHalfLifeSeconds) });
}

/** Rules and difficulty of the node's network; nothing for an unknown network. */
export function Rules({ status, newest }: NodeStateProps) {
  const translations = useTranslations();
  const { t, locale, link } = translations;
  const work = newest && expectedHashes(newest.bits);
  const network = status && knownNetwork(status.network, status.devnet?.fork_height);
  if (status !== undefined && network === undefined) return null;
  // Where anyone can mine at once, the work means nothing.
  const hasWork = network === undefined || isPublic(network);
  const items: KeyValue[] = [
    { label: t('page.network'), value: network && titleOfNetwork(network) },
    { label: t('network.prefix'), value: network && <code>{network.addressPrefix}</code> },
    {
      label: t('network.genesis'),
      value: network && <Timestamp seconds={network.genesisTime} show="exact" />,
    },
    {
      label: t('network.spacing'),
      value: network && durationText(translations, network.blockSpacingSeconds),
      hint: t('network.spacingNote'),
    },
    {
      label: t('network.retarget'),
      value: network && ruleOf(network, translations),
      hint: hasWork ? (
        <a href={link.page('/statistics?range=all#difficulty')}>{t('network.overTime')}</a>
      ) : undefined,
    },
    ...(!hasWork
      ? []
      : [
          {
            label: t('network.work'),
            value: work && t('common.hashes', { count: numberText(work, locale) }),
          },
        ]),
    { label: t('network.target'), value: newest && <code>{newest.bits}</code> },
  ];
  return (
    <Card title={t('network.parameters')} flush>
      <KeyValueList items={items} />
    </Card>
  );
}

/**
 * Blocks that the node knows but that are not in its chain: on branches with less work, or removed by a reorganization.
 */
function CompetingBlocks({ stale }: { stale: Answer<StaleBlockList> }) {
  const translations = useTranslations();
  const { t } = translations;
  const { data, failure } = stale;
  const columns = useMemo(() => columnsOf(translations), [translations]);
  if (failure !== undefined && data === undefined) return <FailureNotice of={stale} />;
  return (
    <Card title={t('page.stale')} id="stale" flush>
      {data?.items.length === 0 ? (
        <p class="c-pad c-muted">{t('stale.none')}</p>
      ) : (
        <>
          <p class="c-bar c-small c-muted">{t('stale.lead')}</p>
          <DataTable caption={t('page.stale')} columns={columns} rows={data?.items} rowKey={({ id }) => id} />
        </>
      )}
    </Card>
  );
}

function columnsOf(translations: Translations): Column<StaleBlock>[] {
  const { t, link, locale } = translations;
  return [
    ...blockColumns<StaleBlock>(locale, ({ id }) => id),
    {
      id: 'instead',
      header: t('stale.instead'),
      cell: ({ canonical_id: id }) =>
        id === null ? (
          <span class="c-faint">{t('common.none')}</span>
        ) : (
          <Identifier value={id} what={t('what.blockId')} length="short" href={link.block(id)} copy={false} />
        ),
    },
  ];
}
