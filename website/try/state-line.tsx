import type { TabState } from '@cairn/tab/messages';
import { classes } from '@cairn/ui';
import { useTranslations } from './texts.ts';

/** One line: the newest block, and where the chain lives. */
export function StateLine({ state, isHolder }: { state: TabState; isHolder: boolean }) {
  const { t } = useTranslations();
  const isAlive = state.state === 'living' || state.state === 'elsewhere';
  return (
    <p class="state" role="status">
      <span class={classes('state__dot', `state__dot--${state.state}`)} aria-hidden="true" />
      {/* A new block every few seconds would be read out each time. */}
      <strong class="state__height" aria-live="off">
        {headline(state, t)}
      </strong>
      {isAlive && <span class="state__where">{where(state, isHolder, t)}</span>}
    </p>
  );
}

type Translate = ReturnType<typeof useTranslations>['t'];

function where(state: TabState, isHolder: boolean, t: Translate): string {
  if (!isHolder) return t('there');
  if (state.state !== 'living') return t('here');
  if (state.lostBlocks > 0) return t('lost', { count: state.lostBlocks });
  return t(state.isKept ? 'here' : 'fleeting');
}

function headline(state: TabState, t: Translate): string {
  if (state.state === 'living') return t('block', { height: state.height });
  if (state.state === 'elsewhere') return t('chain');
  if (state.state === 'failed') return t('noChain');
  return state.progress > 0 ? t('reading', { percent: Math.floor(state.progress * 100) }) : t('opening');
}
