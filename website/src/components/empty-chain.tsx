import { EmptyState, Logo } from '@cairn/ui';

/** A node whose chain has not been started: height −1. */
export function EmptyChain() {
  return (
    <EmptyState title="The chain has no block yet" icon={<Logo size={44} />}>
      <p>
        The node behind this explorer runs, but its chain has not been started. Blocks appear here as soon as
        it has.
      </p>
    </EmptyState>
  );
}
