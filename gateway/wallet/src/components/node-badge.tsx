import { Badge, type Tone } from '@cairn/ui';
import { networkMismatch, type AppState } from '../model/state.ts';

/** The node's state in a word or two. */
export function describeNode(state: AppState): { tone: Tone; text: string } {
  const { link, status } = state;
  if (link.state === 'connecting') return { tone: 'neutral', text: 'Connecting' };
  if (link.state === 'gateway_down') return { tone: 'error', text: 'Gateway down' };
  if (link.state === 'session_refused') return { tone: 'neutral', text: 'No access' };
  if (link.state !== 'online' || status === undefined) return { tone: 'error', text: 'Node down' };
  if (networkMismatch(state) !== undefined) return { tone: 'error', text: 'Wrong network' };
  if (!status.initialized) return { tone: 'warn', text: 'No chain' };
  if (status.syncing) return { tone: 'warn', text: 'Synchronising' };
  if (!status.ready) return { tone: 'warn', text: 'Not ready' };
  if (state.data?.account.mempool_available === false) return { tone: 'warn', text: 'No mempool' };
  return { tone: 'success', text: 'Ready' };
}

/** The node's state as a badge. */
export function NodeBadge({ state }: { state: AppState }) {
  const { tone, text } = describeNode(state);
  return (
    <Badge tone={tone} dot={tone === 'success' ? true : 'pulse'}>
      {text}
    </Badge>
  );
}
