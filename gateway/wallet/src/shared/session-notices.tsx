import { Notice, Timestamp } from '@cairn/ui';
import type { SendBlocker } from '@cairn/wallet';
import { useAppState } from '../wallet/context.ts';
import { explainCode } from './error-texts.ts';
import { networkMismatch, sendBlockers, type AppState, type NodeConnection } from '../wallet/state.ts';
import { Rich, t } from './session.texts.ts';

/**
 * The notice about a problem of the connection. If the connection has none: one notice for each of `blockersToShow`,
 * and one if the device is offline while the node answers.
 */
export function SessionNotices() {
  const state = useAppState();
  const problem = explainConnection(state.connection);
  if (problem !== undefined) {
    return (
      <Notice tone="error" title={problem.title} live>
        <p>{problem.text}</p>
        <FiguresAsOf state={state} />
      </Notice>
    );
  }
  return (
    <>
      {blockersToShow(state).map((blocker) => (
        <BlockerNotice key={blocker} blocker={blocker} state={state} />
      ))}
      {state.connection.state === 'online' && !state.deviceOnline && (
        <Notice tone="warn" title={t('session.isolated.title')} live>
          {t('session.isolated.text')}
        </Notice>
      )}
    </>
  );
}

function BlockerNotice({ blocker, state }: { blocker: SendBlocker; state: AppState }) {
  const { title, text } = explainBlocker(blocker);
  const serious = isMismatch(blocker);
  return (
    <Notice tone={serious ? 'error' : blocker === 'watch_only' ? 'info' : 'warn'} title={title} live>
      {serious ? `${text} ${mismatchDetail(state)}` : text}
    </Notice>
  );
}

/** Says when the figures on the page were read; nothing without figures. */
function FiguresAsOf({ state }: { state: AppState }) {
  const readAt = state.data?.readAt;
  if (readAt === undefined) return null;
  return (
    <p>
      <Rich
        k="session.figures_as_of"
        values={{ time: <Timestamp seconds={Math.floor(readAt / 1_000)} show="exact" /> }}
      />
    </p>
  );
}

/** Blockers that need a notice. Excludes those that only mean that the page is still loading. */
function blockersToShow(state: AppState): SendBlocker[] {
  if (state.phase.name === 'unlocked') {
    return sendBlockers(state).filter((blocker) => blocker !== 'no_answer' && blocker !== 'account_unknown');
  }
  const mismatch = networkMismatch(state);
  return mismatch === undefined ? [] : [mismatch];
}

function isMismatch(blocker: SendBlocker): boolean {
  return blocker === 'wrong_network' || blocker === 'wrong_chain' || blocker === 'wrong_version';
}

function mismatchDetail({ phase, config, status }: AppState): string {
  const wallet =
    phase.name === 'unlocked' ? phase.wallet.network : phase.name === 'locked' ? phase.network : '';
  const node =
    status === undefined
      ? t('session.no_answer')
      : t('session.node_chain', { network: status.network, chain: status.chain_id });
  return typeof config?.network === 'string'
    ? t('session.mismatch_gateway', { wallet, node, gateway: config.network })
    : t('session.mismatch', { wallet, node });
}

/** Title and text of a notice. */
interface NoticeText {
  readonly title: string;
  readonly text: string;
}

/** Text of the notice for a reason why sending is not possible. */
function explainBlocker(blocker: SendBlocker): NoticeText {
  return { title: t(`blocker.${blocker}.title`), text: t(`blocker.${blocker}.text`) };
}

/** Text of the notice for a problem of the connection; `undefined` while it is online or connecting. */
function explainConnection(connection: NodeConnection): NoticeText | undefined {
  switch (connection.state) {
    case 'online':
    case 'connecting':
      return undefined;
    case 'node_down':
    case 'bad_answer':
      return {
        title: t(`session.${connection.state}.title`),
        text: t(`session.${connection.state}.text`, { why: explainCode(connection.code) }),
      };
    case 'page_fault':
      return {
        title: t('session.page_fault.title'),
        text: t('session.page_fault.text', { code: connection.code }),
      };
    case 'offline':
    case 'gateway_down':
    case 'session_refused':
      return { title: t(`session.${connection.state}.title`), text: t(`session.${connection.state}.text`) };
  }
  return undefined;
}
