import type { MinerList } from '@cairn/api/explorer';
import { Card, EmptyState, PageHead } from '@cairn/ui';
import { chainStatus, explorer } from '../app.ts';
import { Choice } from '../components/choice.tsx';
import { EmptyChain } from '../components/placeholders.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { MinerTable } from '../miners/miner-table.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import type { Initial } from '../runtime/page-context.ts';
import { island } from '../runtime/island.tsx';
import { useChain, useChange, useRecovery } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import { SaveButton } from '../lists/csv-button.tsx';
import { useTranslations } from '../messages/translations.ts';
import '../messages/groups/miners/index.ts';
import {
  indexVersion,
  MINER_RANGES,
  minersPath,
  minersParams,
  type MinerRange,
} from '../miners/miner-params.ts';

export interface MinersProps {
  range: MinerRange;
  initial?: Initial<{ miners: MinerList }> | undefined;
}

/**
 * Shares of the miners in the newest blocks. The number of blocks is in the URL, so that a copied link shows the same
 * range.
 */
function Miners({ range, initial }: MinersProps) {
  const { t, link, count } = useTranslations();
  const view = useChain();
  const { status } = view;
  const miners = useResource(
    (signal) => explorer.listMiners({ blocks: range }, { signal }),
    String(range),
    initial?.miners,
  );
  useChange(status && indexVersion(status), miners.retry);
  useRecovery(miners.failure, view, miners.retry);
  const { data, failure } = miners;
  const isEmpty = status !== undefined && status.height < 0;
  return (
    <div class="c-stack">
      <PageHead title={t('miners.title')}>{t('miners.lead')}</PageHead>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      <Choice
        label={t('miners.range')}
        options={MINER_RANGES.map((one) => ({
          text: t('common.blocks', { count: one }),
          href: link.page(minersPath(one)),
          isChosen: one === range,
        }))}
      />
      {isEmpty && <EmptyChain />}
      {!isEmpty && failure !== undefined && (
        <FailureNotice failure={failure} onRetry={miners.retry} retrying={miners.loading} status={status} />
      )}
      {!isEmpty && failure === undefined && data === undefined && (
        <Card title={t('miners.shares', { count: count(range) })} flush>
          <MinerTable miners={undefined} />
        </Card>
      )}
      {!isEmpty && data !== undefined && <Shares list={data} />}
    </div>
  );
}

function Shares({ list }: { list: MinerList }) {
  const { t, count } = useTranslations();
  const { blocks, others, items } = list;
  if (items.length === 0) {
    return (
      <Card flush>
        <EmptyState title={t('miners.empty')}>
          <p>{t('miners.emptyText')}</p>
        </EmptyState>
      </Card>
    );
  }
  const save = async () => {
    const { saveMiners } = await import('../lists/csv.ts');
    saveMiners(list);
  };
  return (
    <Card
      title={t('miners.shares', { count: count(blocks) })}
      flush
      actions={<SaveButton label={t('miners.csv')} title={t('miners.csvHint')} save={save} />}
      footer={
        others.miners > 0 ? (
          <p class="c-small c-muted">
            {t('miners.others', {
              count: others.miners,
              blocks: t('common.blocks', { count: others.blocks }),
            })}
          </p>
        ) : undefined
      }
    >
      <MinerTable miners={items} />
    </Card>
  );
}

export default island(Miners, { params: minersParams, title: (_props, { t }) => t('miners.title') });
