import { Skeleton } from '@cairn/ui';
import { useAppState } from '../lib/context.ts';
import { t } from '../messages/messages.ts';
import { networkMismatch } from '../model/state.ts';

/** In the place of what has not been read: on its way, or not to be had, which are different things. */
export function NoData() {
  const state = useAppState();
  if (networkMismatch(state) !== undefined) return <p class="c-muted">{t('session.not_shown')}</p>;
  if (state.link.state === 'online' || state.link.state === 'connecting') {
    return (
      <div aria-busy="true">
        <Skeleton width="long" />
      </div>
    );
  }
  return <p class="c-muted">{t('session.no_figures')}</p>;
}
