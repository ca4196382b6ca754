import { Badge } from '@cairn/ui';
import { island } from '../frame/island.tsx';
import { formatCount } from '../lib/words.ts';
import { useChain } from '../hooks/use-chain.ts';

/** In the header of every page: which network, and how high; or that nothing answers. */
function ChainPill() {
  const { status, failure } = useChain();
  if (failure !== undefined) {
    return (
      <Badge tone="error" dot>
        {failure.kind === 'unreachable' ? 'No connection' : 'API error'}
      </Badge>
    );
  }
  if (status === undefined) return <Badge title="Asking the explorer API">connecting</Badge>;
  const behind = status.syncing || !status.ready;
  return (
    <Badge tone={behind ? 'warn' : 'success'} dot="pulse" title={behind ? 'The node is catching up' : 'Live'}>
      <span>
        {status.network}
        {status.height >= 0 && <span class="pill__height">{` · ${formatCount(status.height)}`}</span>}
      </span>
    </Badge>
  );
}

export default island(ChainPill);
