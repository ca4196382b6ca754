import { Card, type KeyValue, Timestamp } from '@cairn/ui';
import { NodeBadge, SessionNotices, Staleness, useIsCurrent } from '../../shared/node-state.tsx';
import { Facts } from '../../shared/lists.tsx';
import { Screen } from '../../shared/screen.tsx';
import { formatNumber } from '../../shared/texts.ts';
import { useWallet } from '../../model/context.ts';
import type { AppState } from '../../model/state.ts';
import { t } from './texts.ts';

/** The node's network, height and peers; the header's badge opens it. */
export function Node() {
  const { state } = useWallet();
  const old = !useIsCurrent() && state.answeredAt !== undefined;
  return (
    <Screen title={t('node.title')} width="narrow">
      <SessionNotices />
      <Card title={t('common.status')} actions={<NodeBadge />} flush footer={old ? <Staleness /> : undefined}>
        <Facts items={factsOf(state)} />
      </Card>
    </Screen>
  );
}

function factsOf({ status, answeredAt }: AppState): KeyValue[] {
  if (status === undefined || answeredAt === undefined)
    return [{ label: t('node.last_answer'), value: t('node.none_yet') }];
  const { network, chain_id: chain, height, peers } = status;
  return [
    {
      label: t('node.last_answer'),
      value: <Timestamp seconds={Math.floor(answeredAt / 1_000)} show="exact" />,
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
