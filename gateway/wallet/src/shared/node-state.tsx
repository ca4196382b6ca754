import { Badge, classes, Notice, Skeleton, Timestamp, type Tone, useNow, useTimeSettings } from '@cairn/ui';
import { useAppState } from '../model/context.ts';
import {
  type AppState,
  isCurrent,
  isWatching,
  networkOf,
  networkToJoin,
  type NodeState,
  nodeStateOf,
} from '../model/state.ts';
import { explainCode } from './error-texts.ts';
import { Rich, t } from './session.texts.ts';

const TONES: Readonly<Record<NodeState, Tone>> = {
  connecting: 'neutral',
  no_access: 'neutral',
  loading: 'neutral',
  gateway_down: 'error',
  node_down: 'error',
  bad_answer: 'error',
  other_network: 'error',
  not_ready: 'warn',
  no_mempool: 'warn',
  ready: 'success',
};

/** The node's state in one or two words; in short, the network while the node is ready. */
export function NodeBadge({ short = false }: { short?: boolean }) {
  const app = useAppState();
  const state = nodeStateOf(app);
  const known = app.phase.name === 'unlocked' ? app.phase.wallet.network : networkToJoin(app);
  const network = short && state === 'ready' ? known : undefined;
  return (
    <Badge tone={TONES[state]} dot={state === 'ready' ? true : 'pulse'}>
      {network !== undefined && `${network} `}
      <span class={classes(network !== undefined && 'c-visually-hidden')}>{t(`node.${state}`)}</span>
    </Badge>
  );
}

/** Why the wallet cannot send, and the time of old figures; nothing while it can, or the page is still loading. */
export function SessionNotices() {
  const state = useAppState();
  const node = nodeStateOf(state);
  if (node !== 'ready' && node !== 'connecting' && node !== 'loading') {
    return (
      <Notice tone={TONES[node] === 'warn' ? 'warn' : 'error'} title={t(`session.${node}.title`)} live>
        <p>{explain(node, state)}</p>
        <Staleness />
      </Notice>
    );
  }
  return (
    <>
      <Staleness />
      {state.status?.fork_height !== undefined && <ForkNotice network={state.status.network} />}
      {isWatching(state) && (
        <Notice tone="info" title={t('session.watched.title')}>
          {t('session.watched.text')}
        </Notice>
      )}
    </>
  );
}

/** The node's chain is a copy: whoever has a key of the network must know that it is the same one. */
function ForkNotice({ network }: { network: string }) {
  return (
    <Notice tone="warn" title={t('session.fork.title', { network })}>
      {t('session.fork.text', { network })}
    </Notice>
  );
}

function explain(
  node: Exclude<NodeState, 'ready' | 'connecting' | 'loading'>,
  { connection, phase, status }: AppState,
): string {
  if (node === 'node_down' || node === 'bad_answer')
    return t(`session.${node}.text`, { why: 'code' in connection ? explainCode(connection.code) : '' });
  if (node !== 'other_network') return t(`session.${node}.text`);
  return t('session.other_network.text', {
    wallet: networkOf(phase) ?? '',
    node: status?.network ?? '–',
    chain: status?.chain_id ?? '–',
    version: status?.api_version ?? '–',
  });
}

/** Placeholder for data that is still loading or not available. */
export function NoData() {
  const node = nodeStateOf(useAppState());
  if (node !== 'connecting' && node !== 'loading' && node !== 'ready')
    return <p class="c-muted">{t('session.no_figures')}</p>;
  return (
    <div aria-busy="true">
      <Skeleton width="long" />
    </div>
  );
}

/**
 * Whether the figures are current; false before the first answer. Follows the clock: when the machine wakes from sleep,
 * figures are old until the node answers again.
 */
export function useIsCurrent(): boolean {
  const { offsetSeconds = 0 } = useTimeSettings();
  return isCurrent(useAppState(), (useNow() - offsetSeconds) * 1_000);
}

/** Shows the time of old figures; nothing while they are current or absent. */
function Staleness() {
  const { answeredAt, data } = useAppState();
  if (useIsCurrent() || answeredAt === undefined || data === undefined) return null;
  const time = <Timestamp seconds={Math.floor(answeredAt / 1_000)} show="exact" />;
  return (
    <p class="c-warn c-small">
      <Rich k="session.as_of" values={{ time }} />
    </p>
  );
}
