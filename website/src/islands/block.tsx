import {
  type BlockDetail,
  type BlockSummary,
  type BlockTransactions as Transactions,
  parseBlockReference,
} from '@cairn/api/explorer';
import { Icon, LinkButton } from '@cairn/ui';
import { chainStatus, explorer } from '../app.ts';
import { BlockFacts, BlockFactsSkeleton } from '../components/block-facts.tsx';
import { BlockTransactions, BlockTransactionsSkeleton } from '../components/block-transactions.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import type { Initial } from '../frame/initial.ts';
import { island } from '../frame/island.tsx';
import type { Failure } from '../lib/failure.ts';
import { blockLink } from '../lib/links.ts';
import { blockPlace } from '../lib/places.ts';
import { referenceShort } from '../lib/titles.ts';
import { formatCount } from '../lib/words.ts';
import { useChain } from '../hooks/use-chain.ts';
import { useRecovery } from '../hooks/use-recovery.ts';
import { useResource } from '../hooks/use-resource.ts';

const INVALID: Failure = { kind: 'invalid', what: 'block reference' };

export interface BlockProps {
  /** A height or a block ID, as it stands in the address bar. */
  reference: string;
  /** Page of its transactions, counted from 1. */
  page: number;
  initial?: Initial<{ block: BlockDetail; transactions: Transactions }> | undefined;
}

/** One block: its facts, and its transactions a page at a time. */
function Block({ reference, page, initial }: BlockProps) {
  const view = useChain();
  const parsed = parseBlockReference(reference);
  const block = useResource(
    parsed.ok ? (signal) => explorer.getBlock({ height_or_hash: reference }, { signal }) : undefined,
    reference,
    initial?.block,
  );
  const failure = parsed.ok ? block.failure : INVALID;
  const summary = block.data?.block;
  useRecovery(failure, view, block.retry);
  const height = parsed.ok && parsed.value.kind === 'height' ? parsed.value.height : undefined;
  return (
    <div class="c-stack">
      <Heading block={summary} height={height} tip={view.status?.height} failed={failure !== undefined} />
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {failure !== undefined && (
        <FailureNotice
          failure={failure}
          onRetry={block.retry}
          retrying={block.loading}
          status={view.status}
          detail={missingDetail(failure, height, view.status?.height)}
        />
      )}
      {failure === undefined && summary === undefined && (
        <>
          <BlockFactsSkeleton />
          <BlockTransactionsSkeleton />
        </>
      )}
      {summary !== undefined && (
        <>
          <BlockFacts block={summary} tip={view.status?.height} />
          <BlockTransactions
            reference={reference}
            page={page}
            count={summary.transaction_count}
            view={view}
            initial={initial?.transactions}
          />
        </>
      )}
    </div>
  );
}

function Heading(props: {
  block: BlockSummary | undefined;
  height: number | undefined;
  tip: number | undefined;
  failed: boolean;
}) {
  const { block, tip } = props;
  const height = block?.height ?? props.height;
  return (
    <div class="page-head">
      <h1>{height === undefined ? 'Block' : `Block ${formatCount(height)}`}</h1>
      {!props.failed && (
        <nav class="c-row" aria-label="Neighbouring blocks">
          <LinkButton size="sm" rel="prev" href={previousLink(block)}>
            <Icon name="chevron-left" />
            Previous
          </LinkButton>
          <LinkButton size="sm" rel="next" href={nextLink(block, tip)}>
            Next
            <Icon name="chevron-right" />
          </LinkButton>
        </nav>
      )}
    </div>
  );
}

function previousLink(block: BlockSummary | undefined): string | undefined {
  return block === undefined || block.height === 0 ? undefined : blockLink(block.height - 1);
}

function nextLink(block: BlockSummary | undefined, tip: number | undefined): string | undefined {
  if (block === undefined) return undefined;
  const exists = block.confirmations > 1 || (tip !== undefined && tip > block.height);
  return exists ? blockLink(block.height + 1) : undefined;
}

function missingDetail(
  failure: Failure,
  height: number | undefined,
  tip: number | undefined,
): string | undefined {
  if (failure.kind !== 'not_found' || tip === undefined) return undefined;
  if (tip < 0) return 'Its chain has not been started yet.';
  if (height === undefined || height <= tip) return undefined;
  return `The newest block is ${formatCount(tip)}. This page shows block ${formatCount(height)} as soon as there is one.`;
}

export default island(Block, {
  place: blockPlace,
  title: ({ reference }, words) =>
    words.t('block.title', { reference: referenceShort(reference, words.locale) }),
});
