import { Button, Notice, exactTime } from '@cairn/ui';
import type { ChainView } from '../lib/status-store.ts';

/** What a reader must know about the node before reading the page: it is behind, or it has stopped answering. */
export function NodeNotice({ view, onRetry }: { view: ChainView; onRetry: () => void }) {
  const { status, failure, receivedAt } = view;
  if (status !== undefined && failure !== undefined && receivedAt !== undefined) {
    return (
      <Notice
        tone="warn"
        title="The explorer API has stopped answering"
        live
        action={
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <p>{`What you see is from ${exactTime(Math.floor(receivedAt / 1000))}. The page keeps trying by itself.`}</p>
      </Notice>
    );
  }
  if (status !== undefined && status.initialized && (status.syncing || !status.ready)) {
    return (
      <Notice tone="warn" title="This node is catching up" live>
        <p>
          It is still fetching blocks from its peers. The newest block here may not be the network’s newest.
        </p>
      </Notice>
    );
  }
  return null;
}
