import { EmptyState, LinkButton, Logo, Notice } from '@cairn/ui';
import { useEffect } from 'preact/hooks';
import { explorer } from '../app.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { island } from '../frame/island.tsx';
import { findHash } from '../lib/find-hash.ts';
import { searchPlace } from '../lib/places.ts';
import { classifyQuery } from '../lib/search.ts';
import { searchTarget } from '../lib/search-target.ts';
import { useChain } from '../hooks/use-chain.ts';
import { useRecovery } from '../hooks/use-recovery.ts';
import { useResource } from '../hooks/use-resource.ts';

/** The search page: leads on to what was found, or says that there is nothing. */
function Search({ text }: { text: string }) {
  const query = classifyQuery(text);
  const found = useResource(
    query.kind === 'hash'
      ? async (signal) => ({ path: await findHash(explorer, query.hash, signal) })
      : undefined,
    text,
  );
  useRecovery(found.failure, useChain(), found.retry);
  const target = query.kind === 'hash' ? found.data?.path : searchTarget(query);
  useEffect(() => {
    // Replaces this page, so that Back does not return to the search.
    if (target !== undefined) location.replace(target);
  }, [target]);

  if (query.kind === 'empty')
    return <Nothing title="Nothing to search for" text="Type a height, an ID or an address." />;
  if (query.kind === 'unknown') return <Nothing title="Nothing can be found this way" text={query.problem} />;
  if (found.failure !== undefined) {
    return <FailureNotice failure={found.failure} onRetry={found.retry} retrying={found.loading} />;
  }
  if (query.kind === 'hash' && found.data !== undefined && target === undefined) {
    return (
      <Nothing
        title="No block and no transaction has this ID"
        text="This node’s chain does not know it. A transaction that still waits for a block is not shown here."
      />
    );
  }
  return <Notice tone="info" title="Searching …" live />;
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <div role="status">
      <EmptyState
        title={title}
        icon={<Logo size={44} />}
        action={<LinkButton href="/blocks">Newest blocks</LinkButton>}
      >
        <p>{text}</p>
      </EmptyState>
    </div>
  );
}

export default island(Search, { place: searchPlace });
