import { Card, type KeyValue, Timestamp } from '@cairn/ui';
import { NewTab } from '../../shared/new-tab.tsx';
import { NodeBadge, SessionNotices } from '../../shared/node-state.tsx';
import { Facts } from '../../shared/lists.tsx';
import { Screen } from '../../shared/screen.tsx';
import { formatNumber } from '../../shared/texts.ts';
import { useWallet } from '../../model/context.ts';
import { type AppState, clockOffsetOf } from '../../model/state.ts';
import { t } from './texts.ts';

/** The node's network, height and peers; the header's badge opens it. */
export function Node() {
  const { state } = useWallet();
  const explorer = state.config?.explorer_url;
  return (
    <Screen title={t('node.title')} width="narrow">
      <SessionNotices />
      <p class="c-muted">{t('node.text')}</p>
      <Card flush>
        <Facts items={factsOf(state)} />
      </Card>
      {explorer && (
        <p>
          <NewTab href={`${explorer}/network`} text={t('node.explorer')} />
        </p>
      )}
    </Screen>
  );
}

function factsOf(state: AppState): KeyValue[] {
  const { status, answeredAt } = state;
  const badge = { label: t('common.status'), value: <NodeBadge /> };
  if (status === undefined || answeredAt === undefined)
    return [badge, { label: t('node.last_answer'), value: t('node.none_yet') }];
  const { network, chain_id: chain, height, peers } = status;
  return [
    badge,
    {
      label: t('node.last_answer'),
      value: <Timestamp seconds={Math.floor(answeredAt / 1_000) + clockOffsetOf(state)} />,
    },
    { label: t('common.network'), value: t('common.chain', { network, chain }) },
    { label: t('node.height'), value: height < 0 ? t('node.no_chain') : formatNumber(height) },
    { label: t('node.peers'), value: describePeers(status) },
    ...peers.map(({ host, port, height: claimed }) => ({
      label: `${host}:${port}`,
      value: t('node.peer_height', { height: claimed }),
    })),
  ];
}

/** The number of peers, and the greatest height that one of them claims. */
function describePeers({ peers, best_peer_height: height }: NonNullable<AppState['status']>): string {
  if (peers.length === 0) return t('node.no_peers');
  return t('node.peers_height', { count: peers.length, height: Math.max(0, height) });
}
