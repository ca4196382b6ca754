import type { BlockList } from '@cairn/api/explorer';
import { PageHead } from '@cairn/ui';
import { chainStatus } from '../app.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { ApiState } from '../components/network/api-state.tsx';
import { Capabilities } from '../components/network/capabilities.tsx';
import { ChainRules } from '../components/network/chain-rules.tsx';
import { NodeState } from '../components/network/node-state.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import type { Initial } from '../runtime/page-context.ts';
import { island } from '../runtime/island.tsx';
import { useChain } from '../hooks/use-chain.ts';
import '../messages/groups/figures/index.ts';
import { useTranslations } from '../messages/translations.ts';

export interface NetworkProps {
  initial?: Initial<{ newest: BlockList }> | undefined;
}

/** State of node, API and index. */
function Network({ initial }: NetworkProps) {
  const { t, link } = useTranslations();
  const view = useChain();
  const { status, failure } = view;
  return (
    <div class="c-stack c-stack--loose">
      <PageHead title={t('network.title')}>{t('network.lead')}</PageHead>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {status === undefined && failure !== undefined && (
        <FailureNotice failure={failure} onRetry={chainStatus.retry} />
      )}
      {(status !== undefined || failure === undefined) && (
        <NodeState status={status} initial={initial?.newest} />
      )}
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
