import type { ExplorerIndexStatus } from '@cairn/api/explorer';
import { Notice, Progress } from '@cairn/ui';
import { formatCount } from '../lib/words.ts';

export interface IndexNoticeProps {
  state: 'disabled' | 'building' | 'error' | 'unavailable';
  /** The index as the status tells it, for the progress. */
  index?: ExplorerIndexStatus | undefined;
}

/** Why an indexed part of a page is missing. The parts that need no index stay as they are. */
export function IndexNotice({ state, index }: IndexNoticeProps) {
  switch (state) {
    case 'disabled':
      return (
        <Notice tone="info" title="Not available here" live>
          <p>
            This part needs the node’s explorer index, and this node runs without one. Blocks, transactions,
            balances and nonces do not depend on it.
          </p>
        </Notice>
      );
    case 'building':
      return (
        <Notice tone="info" title="The index is being built" live>
          <p>
            This part appears once the node’s explorer index has caught up. Nothing is shown until it is
            complete.
          </p>
          {index !== undefined && index.state === 'building' && <BuildProgress index={index} />}
        </Notice>
      );
    default:
      return (
        <Notice tone="warn" title="The index has a problem" live>
          <p>
            The node’s explorer index cannot be read at the moment, so this part is missing. Blocks,
            transactions, balances and nonces do not depend on it.
          </p>
        </Notice>
      );
  }
}

function BuildProgress({ index }: { index: ExplorerIndexStatus }) {
  return (
    <div class="index-progress">
      <Progress value={index.progress} label="Index built" />
      <span class="c-small c-muted">
        {`${formatCount(Math.max(0, index.indexed_height))} of ${formatCount(Math.max(0, index.target_height))} blocks · ${Math.floor(index.progress)} %`}
      </span>
    </div>
  );
}
