import { Skeleton, Timestamp, useNow } from '@cairn/ui';
import { useAppState } from '../wallet/context.ts';
import { isCurrent, networkMismatch } from '../wallet/state.ts';
import { Rich, t } from './session.texts.ts';

/** Placeholder for data that is still loading or not available. */
export function NoData() {
  const state = useAppState();
  if (networkMismatch(state) !== undefined) return <p class="c-muted">{t('session.not_shown')}</p>;
  if (state.connection.state === 'online' || state.connection.state === 'connecting') {
    return (
      <div aria-busy="true">
        <Skeleton width="long" />
      </div>
    );
  }
  return <p class="c-muted">{t('session.no_figures')}</p>;
}

/**
 * Whether figures read at `readAt` (Unix milliseconds) are current; false if they were never read. Follows the clock:
 * when the machine wakes from sleep, figures are old until the node answers again.
 */
export function useIsCurrent(readAt: number | undefined): boolean {
  const state = useAppState();
  const now = useNow();
  return readAt !== undefined && isCurrent(state, readAt, now * 1_000);
}

/** Shows the time of old figures; nothing while they are current or absent. */
export function Staleness({ readAt }: { readAt: number | undefined }) {
  const current = useIsCurrent(readAt);
  if (current || readAt === undefined) return null;
  return (
    <p class="c-warn c-small">
      <Rich
        k="session.as_of"
        values={{ time: <Timestamp seconds={Math.floor(readAt / 1_000)} show="exact" /> }}
      />
    </p>
  );
}
