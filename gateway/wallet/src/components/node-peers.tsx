import type { RpcStatus } from '@cairn/api/rpc';
import { Card } from '@cairn/ui';
import { formatNumber, t } from '../messages/messages.ts';

/** The node's peers, or what it means that there are none. */
export function NodePeers({ status }: { status: RpcStatus }) {
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
