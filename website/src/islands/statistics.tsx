import type { StatsResponse } from '@cairn/api/explorer';
import { PageHead } from '@cairn/ui';
import { chainStatus, explorer } from '../app.ts';
import { EmptyChain } from '../components/placeholders.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import { NewestBlocks } from '../components/statistics/newest-blocks.tsx';
import { WholeChain } from '../components/statistics/whole-chain.tsx';
import type { Initial } from '../runtime/page-context.ts';
import { island } from '../runtime/island.tsx';
import { useChain, useChange, useRecovery } from '../hooks/use-chain.ts';
import { useResource } from '../hooks/use-resource.ts';
import '../messages/groups/figures/index.ts';
import { useTranslations } from '../messages/translations.ts';

export interface StatisticsProps {
  initial?: Initial<{ stats: StatsResponse }> | undefined;
}

/** Figures of the whole chain, which need the index, and figures and charts of the newest blocks, which do not. */
function Statistics({ initial }: StatisticsProps) {
  const { t, link } = useTranslations();
  const view = useChain();
  const { status } = view;
  const stats = useResource((signal) => explorer.getStats({}, { signal }), 'stats', initial?.stats);
  useChange(status && `${status.index.state} ${status.index.indexed_height}`, stats.retry);
  useRecovery(stats.failure, view, stats.retry);
  const empty = status !== undefined && status.height < 0;
  const failure = status === undefined ? (view.failure ?? stats.failure) : stats.failure;
  return (
    <div class="c-stack c-stack--loose">
      <PageHead title={t('statistics.title')}>{t('statistics.lead')}</PageHead>
      <p class="c-row">
        <a href={link.page('/charts')}>{t('statistics.charts')}</a>
        <a href={link.page('/supply')}>{t('statistics.supplyPage')}</a>
        <a href={link.page('/miners')}>{t('statistics.miners')}</a>
      </p>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {empty && <EmptyChain />}
      {!empty && failure !== undefined && (
        <FailureNotice failure={failure} onRetry={stats.retry} retrying={stats.loading} status={status} />
      )}
      {!empty && (failure === undefined || stats.data !== undefined) && (
        <WholeChain stats={stats.data?.stats} status={status} />
      )}
      {!empty && (status !== undefined || failure === undefined) && <NewestBlocks view={view} />}
    </div>
  );
}

export default island(Statistics);
