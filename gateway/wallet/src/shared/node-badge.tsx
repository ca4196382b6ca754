import { Badge, type Tone } from '@cairn/ui';
import { networkMismatch, type AppState } from '../wallet/state.ts';
import { t } from './session.texts.ts';

/** The node's state in one or two words. */
function describeNode(state: AppState): { tone: Tone; text: string } {
  const { connection, status, data } = state;
  if (connection.state === 'connecting') return { tone: 'neutral', text: t('badge.connecting') };
  if (connection.state === 'session_refused') return { tone: 'neutral', text: t('badge.session_refused') };
  if (connection.state !== 'online') return { tone: 'error', text: t(`badge.${connection.state}`) };
  if (status === undefined) return { tone: 'error', text: t('badge.node_down') };
  const mismatch = networkMismatch(state);
  if (mismatch !== undefined) return { tone: 'error', text: t(`badge.${mismatch}`) };
  if (!status.initialized) return { tone: 'warn', text: t('badge.not_initialized') };
  if (status.syncing) return { tone: 'warn', text: t('badge.syncing') };
  if (!status.ready) return { tone: 'warn', text: t('badge.not_ready') };
  if (data?.account.mempool_available === false)
    return { tone: 'warn', text: t('badge.mempool_unavailable') };
  return { tone: 'success', text: t('badge.ready') };
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
