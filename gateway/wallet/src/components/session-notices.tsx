import { Notice } from '@cairn/ui';
import { explainBlocker, type SendBlocker } from '@cairn/wallet';
import { useAppState } from '../lib/context.ts';
import { describeLink } from '../lib/words.ts';
import { networkMismatch, sendBlockers, type AppState } from '../model/state.ts';

/** Everything that is not in order between this page and the chain, the most basic first; nothing when all is well. */
export function SessionNotices() {
  const state = useAppState();
  const link = describeLink(state.link);
  if (link !== undefined) {
    return (
      <Notice tone="error" title={link.title} live>
        {link.text}
      </Notice>
    );
  }
  return (
    <>
      {blockersToShow(state).map((blocker) => {
        const { title, text } = explainBlocker(blocker);
        return (
          <Notice key={blocker} tone={isMismatch(blocker) ? 'error' : 'warn'} title={title} live>
            {isMismatch(blocker) ? `${text} ${mismatchDetail(state)}` : text}
          </Notice>
        );
      })}
    </>
  );
}

/** What only means "not read yet" is no news. */
function blockersToShow(state: AppState): SendBlocker[] {
  if (state.phase.name === 'unlocked') {
    return sendBlockers(state).filter((blocker) => blocker !== 'no_answer' && blocker !== 'account_unknown');
  }
  const mismatch = networkMismatch(state);
  return mismatch === undefined ? [] : [mismatch];
}

function isMismatch(blocker: SendBlocker): boolean {
  return blocker === 'wrong_network' || blocker === 'wrong_chain';
}

function mismatchDetail({ phase, config, status }: AppState): string {
  const network =
    phase.name === 'unlocked' ? phase.wallet.network : phase.name === 'locked' ? phase.network : '';
  const node = status === undefined ? 'no answer' : `${status.network} (chain ID ${status.chain_id})`;
  const gateway = typeof config?.network === 'string' ? ` Gateway: ${config.network}.` : '';
  return `This wallet: ${network}.${gateway} Node: ${node}.`;
}
