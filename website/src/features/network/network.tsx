import type { ExplorerStatus } from '@cairn/api/explorer';
import { numberText, Card, type KeyValue, KeyValueList, Skeleton, Timestamp } from '@cairn/ui';
import { PageHead } from '../../site/page-head.tsx';
import { useRequest } from '../../site/request.ts';
import { chainStatus } from '../../site/api.ts';
import { FailureNotice, NodeNotice } from '../../site/notices.tsx';
import { island } from '../../site/island.tsx';
import { useChain } from '../../site/use-chain.ts';
import { useTranslations } from './texts.ts';
import { durationText } from '../../site/formats.ts';
import { expectedHashes, knownNetwork } from '../../site/figures.ts';
import { ApiState } from './api-state.tsx';
import { newestRequest, NodeState } from './node-state.tsx';

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
      <p class="c-small c-muted">
        {t('network.notToldText')} <a href={link.page('/stale-blocks')}>{t('network.stale')}</a>
      </p>
    </div>
  );
}

export default island(Network);

/** Fixed parameters of the node's network; nothing for an unknown network. */
function ChainRules({ status }: { status: ExplorerStatus | undefined }) {
  const translations = useTranslations();
  const { t, locale } = translations;
  const newest = useRequest(status !== undefined && status.height >= 0 ? newestRequest : undefined).data
    ?.items[0];
  const work = newest && expectedHashes(newest.bits);
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
    {
      label: t('network.work'),
      value:
        work === undefined ? (
          <Skeleton width="short" />
        ) : (
          t('network.hashes', { count: numberText(work, locale) })
        ),
    },
    { label: t('network.prefix'), value: show(network && <code>{network.addressPrefix}</code>) },
  ];
  return (
    <Card title={t('network.parameters')} flush>
      <KeyValueList items={items} />
    </Card>
  );
}
