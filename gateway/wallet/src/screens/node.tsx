import { Card, type KeyValue } from '@cairn/ui';
import { Facts } from '../components/facts.tsx';
import { NodeBadge } from '../components/node-badge.tsx';
import { Screen } from '../components/screen.tsx';
import { SessionNotices } from '../components/session-notices.tsx';
import { useWallet } from '../lib/context.ts';
import type { AppState } from '../model/state.ts';

/** What the node says of itself, and what it means for sending. */
export function Node() {
  const { state } = useWallet();
  return (
    <Screen title="Node" width="narrow">
      <SessionNotices />
      <Card title="Status" actions={<NodeBadge state={state} />} flush>
        <Facts items={factsOf(state)} />
      </Card>
      <Card title="When sending is possible">
        <p class="c-muted">
          “Ready” means that the node has a chain, is not fetching blocks, and is at least as high as every
          peer says it is. Sending also needs the same network and chain ID as this wallet, and a mempool that
          can be read. None of this makes a transfer final: its depth in the chain does.
        </p>
      </Card>
    </Screen>
  );
}

function factsOf({ status, config, data }: AppState): KeyValue[] {
  if (status === undefined) return [{ label: 'Answer', value: 'none yet' }];
  const yes = (value: boolean): string => (value ? 'yes' : 'no');
  return [
    { label: 'Network', value: `${status.network} (chain ID ${status.chain_id})` },
    { label: 'Gateway is for', value: config?.network ?? 'any network' },
    { label: 'Height', value: status.height < 0 ? 'no chain' : status.height.toLocaleString('en') },
    {
      label: 'Highest peer',
      value: status.best_peer_height < 0 ? '–' : status.best_peer_height.toLocaleString('en'),
    },
    { label: 'Peers', value: String(status.peer_count) },
    { label: 'Initialised', value: yes(status.initialized) },
    { label: 'Synchronising', value: yes(status.syncing) },
    { label: 'Ready', value: yes(status.ready) },
    {
      label: 'Mempool',
      value: data === undefined ? '–' : data.account.mempool_available ? 'available' : 'unavailable',
    },
  ];
}
