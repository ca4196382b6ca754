import type { BlockList, StaleBlock, StaleBlockList } from '@cairn/api/explorer';
import { type Network as NetworkRules, titleOfNetwork } from '@cairn/protocol';
import { Card, Identifier, type KeyValue, KeyValueList, numberText, Timestamp } from '@cairn/ui';
import { useMemo } from 'preact/hooks';
import { Page } from '../../site/page-head.tsx';
import { chainStatus } from '../../site/api.ts';
import { WITNESSES } from '../../site/config.ts';
import { expectedHashes, isPublic, knownNetwork } from '../../site/figures.ts';
import { durationText } from '../../site/formats.ts';
import { type Column, DataTable } from '../../site/data-table.tsx';
import { definePage } from '../../site/island.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { type Answer, staleRequest } from '../../site/request.ts';
import { useChain } from '../../site/use-chain.ts';
import { blockColumns } from '../lists/index.ts';
import { RecomputeCard } from '../recompute/index.ts';
import { Region, regionOf, useWalk, Witnesses, Seal } from '../verify/index.ts';
import { newestRequest, NodeState, type NodeStateProps } from './node-state.tsx';
import { texts, type Translations, useTranslations } from './texts.ts';

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
  return (
    <Page title={t('page.network')} lead={t('network.lead')}>
      {status === undefined && <FailureNotice of={{ failure, retry: chainStatus.retry }} />}
      {(status !== undefined || failure === undefined) && (
        <>
          {status?.initialized !== false && <Seal proof={proof} isCounting />}
          {WITNESSES.length > 0 && (
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
