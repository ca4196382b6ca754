import type { ComponentChildren } from 'preact';
import { chainStatus } from '../app.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { NodeNotice } from '../components/node-notice.tsx';
import type { Resource } from '../hooks/use-resource.ts';
import type { ChainView } from '../lib/status-store.ts';
import { useScrollMemory } from './scroll-memory.ts';

export interface ListPageProps {
  view: ChainView;
  /** Request of the list. */
  asked: Pick<Resource<unknown>, 'data' | 'failure' | 'loading' | 'retry'>;
  /** Stands where the list will, until the first answer. */
  skeleton: ComponentChildren;
  /** The list; `undefined` while it loads. */
  children: ComponentChildren;
}

/** A page that is one list: what the node says of itself, what went wrong, and the list or its place. */
export function ListPage({ view, asked, skeleton, children }: ListPageProps) {
  const { data, failure, loading, retry } = asked;
  useScrollMemory(data !== undefined);
  return (
    <div class="c-stack">
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {failure !== undefined && (
        <FailureNotice failure={failure} onRetry={retry} retrying={loading} status={view.status} />
      )}
      {data === undefined && failure === undefined && skeleton}
      {children}
    </div>
  );
}
