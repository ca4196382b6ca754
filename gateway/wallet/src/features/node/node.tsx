import type { RpcStatus } from '@cairn/api/rpc';
import { Badge, Card, type KeyValue, Timestamp } from '@cairn/ui';
import { Facts } from '../../shared/facts.tsx';
import { NodeBadge } from '../../shared/node-badge.tsx';
import { Staleness, useIsCurrent } from '../../shared/data-state.tsx';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/session-notices.tsx';
import { useWallet } from '../../wallet/context.ts';
import { listConditions } from './send-conditions.ts';
import type { AppState } from '../../wallet/state.ts';
import { formatNumber } from '../../shared/texts.ts';
import { t } from './texts.ts';

/** State of the node and its peers, and the conditions for sending. */
export function Node() {
  const { state } = useWallet();
  const current = useIsCurrent(state.answeredAt) || state.answeredAt === undefined;
  return (
    <Screen title={t('node.title')} width="narrow">
      <SessionNotices />
      <Card
        title={t('node.status')}
        actions={<NodeBadge state={state} />}
        flush
        footer={current ? undefined : <Staleness readAt={state.answeredAt} />}
      >
        <Facts items={factsOf(state)} />
      </Card>
      <Conditions />
      {state.status !== undefined && <NodePeers status={state.status} />}
    </Screen>
  );
}

const TONES = { met: 'success', not_met: 'error', not_known: 'neutral' } as const;

/** Lists the conditions for sending, and whether each is met now. */
function Conditions() {
  const { state } = useWallet();
  return (
    <Card title={t('node.conditions')}>
      <ul class="w-conditions">
        {listConditions(state).map((condition) => (
          <li key={condition.name}>
            <span>{t(`node.condition.${condition.name}`)}</span>
            <Badge tone={TONES[condition.state]} dot>
              {t(`node.${condition.state}`)}
            </Badge>
          </li>
        ))}
      </ul>
      <p class="c-muted c-small">{t('node.ready_means')}</p>
    </Card>
  );
}

function factsOf({ status, config, data, answeredAt, phase }: AppState): KeyValue[] {
  if (status === undefined) return [{ label: t('node.answer'), value: t('node.none_yet') }];
  const wallet = phase.name === 'unlocked' ? phase.wallet.network : '–';
  return [
    ...(answeredAt === undefined
      ? []
      : [
          {
            label: t('node.last_answer'),
            value: <Timestamp seconds={Math.floor(answeredAt / 1_000)} show="exact" />,
          },
        ]),
    { label: t('node.wallet_for'), value: wallet },
    { label: t('node.gateway_for'), value: config?.network ?? t('node.any_network') },
    ...chainFacts(status),
    { label: t('node.mempool'), value: describeMempool(data?.account.mempool_available) },
    { label: t('node.version'), value: t('node.version_value', { version: status.api_version }) },
  ];
}

function chainFacts(status: RpcStatus): KeyValue[] {
  const { network, chain_id: chain, magic } = status;
  const yes = (value: boolean): string => t(value ? 'node.yes' : 'node.no');
  const height = (value: number, none: string): string => (value < 0 ? none : formatNumber(value));
  return [
    { label: t('node.network'), value: t('node.chain', { network, chain, magic }) },
    { label: t('node.height'), value: height(status.height, t('node.no_chain')) },
    { label: t('node.highest_peer'), value: highestPeer(status) },
    { label: t('node.initialized'), value: yes(status.initialized) },
    { label: t('node.synchronizing'), value: yes(status.syncing) },
    { label: t('node.ready'), value: yes(status.ready) },
  ];
}

/** The greatest height that a connected peer claims, or a text if there is none. */
function highestPeer({ peers, best_peer_height: height }: RpcStatus): string {
  return peers.length === 0 || height < 0 ? t('node.no_peer') : formatNumber(height);
}

/** Text on whether the node can read pending transactions; a dash if not known. */
function describeMempool(available: boolean | undefined): string {
  if (available === undefined) return '–';
  return t(available ? 'node.mempool_available' : 'node.mempool_unavailable');
}

/** The node's peers, or an explanation if there are none. */
function NodePeers({ status }: { status: RpcStatus }) {
  const { peers } = status;
  return (
    <Card title={t('node.peers_title')} flush={peers.length > 0}>
      {peers.length === 0 && <p class="c-muted">{t('node.no_peers')}</p>}
      {peers.length > 0 && (
        <ul class="w-peers">
          {peers.map(({ host, port, inbound, height }) => (
            <li key={`${host}:${port}`}>
              <span class="w-peers__host">
                {host}:{port}
              </span>
              <span class="c-faint">
                {t(inbound ? 'node.peer_in' : 'node.peer_out', { height: formatNumber(height) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
