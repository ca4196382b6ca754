import { useNow, Timestamp } from '@cairn/ui';
import { useAppState } from '../lib/context.ts';
import { Rich } from '../messages/rich.tsx';
import { isCurrent } from '../model/state.ts';

/**
 * Whether figures that were read at `readAt` (Unix milliseconds) may pass as current; false for what was never read.
 * Keeps up with the clock: a page that wakes from sleep shows old figures as old until the node has answered again.
 */
export function useIsCurrent(readAt: number | undefined): boolean {
  const state = useAppState();
  const now = useNow();
  return readAt !== undefined && isCurrent(state, readAt, now * 1_000);
}

/** Says since when figures are old; nothing while they are current or absent. */
export function Staleness({ readAt }: { readAt: number | undefined }) {
  const current = useIsCurrent(readAt);
  if (current || readAt === undefined) return null;
  return (
    <p class="w-stale c-small">
      <Rich
        k="session.as_of"
        values={{ time: <Timestamp seconds={Math.floor(readAt / 1_000)} show="exact" /> }}
      />
    </p>
  );
}
