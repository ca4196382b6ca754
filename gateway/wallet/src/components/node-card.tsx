import { Card, type KeyValue } from '@cairn/ui';
import { useWallet } from '../lib/context.ts';
import { hrefOf } from '../lib/route.ts';
import { Facts } from './facts.tsx';
import { NodeBadge } from './node-badge.tsx';

/** The node in short. */
export function NodeCard() {
  const { state, data } = useWallet();
  const { status } = state;
  const items: KeyValue[] = [
    { label: 'State', value: <NodeBadge state={state} /> },
    { label: 'Network', value: status === undefined ? '–' : status.network },
    { label: 'Height', value: status === undefined ? '–' : status.height.toLocaleString('en') },
    {
      label: 'Mempool',
      value: data === undefined ? '–' : data.account.mempool_available ? 'available' : 'unavailable',
    },
  ];
  return (
    <Card title="Node" actions={<a href={hrefOf('node')}>Details</a>} flush>
      <Facts items={items} />
    </Card>
  );
}
