import { Skeleton } from '@cairn/ui';
import { useAppState } from '../lib/context.ts';
import { networkMismatch } from '../model/state.ts';

/** In the place of what has not been read: on its way, or not to be had, which are different things. */
export function NoData() {
  const state = useAppState();
  if (networkMismatch(state) !== undefined) {
    return <p class="c-muted">Not shown: the node is on another network.</p>;
  }
  if (state.link.state === 'online' || state.link.state === 'connecting') {
    return (
      <div aria-busy="true">
        <Skeleton width="long" />
      </div>
    );
  }
  return <p class="c-muted">Not known until the node answers.</p>;
}
