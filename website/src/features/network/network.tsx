import type { ExplorerStatus } from '@cairn/api/explorer';
import {
  PageHead,
  Badge,
  Card,
  type Column,
  DataTable,
  type KeyValue,
  KeyValueList,
  Skeleton,
  Timestamp,
} from '@cairn/ui';
import { chainStatus } from '../../site/api.ts';
import { FailureNotice, NodeNotice } from '../../site/notices.tsx';
import { island } from '../../site/island.tsx';
import { useChain } from '../../site/use-chain.ts';
import { useTranslations } from './texts.ts';
import { durationText } from '../../site/formats.ts';
import { knownNetwork } from '../../site/figures.ts';
import { ApiState } from './api-state.tsx';
import { NodeState } from './node-state.tsx';

/** State of node, API and index. */
function Network() {
  const { t, link } = useTranslations();
  const view = useChain();
  const { status, failure } = view;
  return (
    <div class="c-stack c-stack--loose">
      <PageHead title={t('network.title')}>{t('network.lead')}</PageHead>
      <NodeNotice />
      {status === undefined && <FailureNotice of={{ failure, retry: chainStatus.retry }} />}
      {(status !== undefined || failure === undefined) && <NodeState status={status} />}
      <div class="columns">
        <ApiState view={view} />
        <ChainRules status={status} />
      </div>
      {status !== undefined && <Capabilities status={status} />}
      <p class="c-small c-muted">
        {t('network.notToldText')} <a href={link.page('/stale-blocks')}>{t('network.stale')}</a>
      </p>
    </div>
  );
}

export default island(Network);

type Capability = keyof ExplorerStatus['capabilities'];

/** In the order of section 2.7 of docs/spec/node-query-interfaces.md. */
const CORE: readonly Capability[] = [
  'block_list',
  'block_lookup',
  'block_transactions',
  'transaction_lookup',
  'address_state',
];
const INDEXED: readonly Capability[] = [
  'transaction_feed',
  'address_ranking',
  'address_history',
  'aggregate_stats',
];

/** Which parts of the API are available now. */
export function Capabilities({ status }: { status: ExplorerStatus }) {
  const { t } = useTranslations();
  const columns: Column<Capability>[] = [
    { id: 'part', header: t('network.capability'), narrow: 'lead', cell: (name) => t(`network.${name}`) },
    {
      id: 'tier',
      header: t('network.tier'),
      narrow: 'below',
      cell: (name) => t(CORE.includes(name) ? 'network.tierCore' : 'network.tierIndex'),
    },
    {
      id: 'state',
      header: t('network.state'),
      narrow: 'aside',
      align: 'end',
      cell: (name) =>
        status.capabilities[name] ? (
          <Badge tone="success">{t('network.available')}</Badge>
        ) : (
          <Badge>{t('network.unavailable')}</Badge>
        ),
    },
  ];
  return (
    <section class="section" aria-labelledby="capabilities">
      <div class="section__head">
        <h2 id="capabilities">{t('network.capabilities')}</h2>
        <p class="c-small c-muted">{t('network.capabilitiesLead')}</p>
      </div>
      <Card flush>
        <DataTable
          caption={t('network.capabilities')}
          columns={columns}
          rows={[...CORE, ...INDEXED]}
          rowKey={(name) => name}
        />
      </Card>
    </section>
  );
}

/** Fixed parameters of the node's network; nothing for an unknown network. */
export function ChainRules({ status }: { status: ExplorerStatus | undefined }) {
  const translations = useTranslations();
  const { t } = translations;
  const network = status && knownNetwork(status.network);
  if (status !== undefined && network === undefined) return null;
  const show = (value: KeyValue['value']) => (network === undefined ? <Skeleton width="medium" /> : value);
  const items: KeyValue[] = [
    { label: t('network.chain'), value: show(network?.name) },
    {
      label: t('network.spacing'),
      value: show(network && durationText(translations, network.blockSpacingSeconds)),
      hint: t('network.spacingNote'),
    },
    {
      label: t('network.retarget'),
      value: show(
        network?.retarget === 'asert'
          ? t('network.retargetAsert', { duration: durationText(translations, network.asertHalfLifeSeconds) })
          : t('network.retargetConstant'),
      ),
    },
    {
      label: t('network.genesis'),
      value: show(network && <Timestamp seconds={network.genesisTime} show="exact" />),
    },
    { label: t('network.prefix'), value: show(network && <code>{network.addressPrefix}</code>) },
  ];
  return (
    <Card title={t('network.parameters')} flush>
      <KeyValueList items={items} />
    </Card>
  );
}
