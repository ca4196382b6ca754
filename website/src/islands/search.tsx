import { EmptyState, LinkButton, Logo, Notice } from '@cairn/ui';
import { useEffect } from 'preact/hooks';
import { explorer } from '../app.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import type { Initial } from '../frame/initial.ts';
import { island } from '../frame/island.tsx';
import { useChain } from '../hooks/use-chain.ts';
import { useRecovery } from '../hooks/use-recovery.ts';
import { useResource } from '../hooks/use-resource.ts';
import { searchPlace } from '../lib/places.ts';
import '../messages/rooms/search/index.ts';
import { useWords } from '../messages/context.tsx';
import { classifyQuery } from '../search/classify.ts';
import { type Found, findTarget, targetPath } from '../search/find.ts';
import { problemText } from '../search/search-words.ts';

export interface SearchProps {
  text: string;
  initial?: Initial<{ found: Found }> | undefined;
}

/** The search page: leads on to what was found, or says that there is nothing. */
function Search({ text, initial }: SearchProps) {
  const words = useWords();
  const { t } = words;
  const query = classifyQuery(text);
  const leads = query.kind !== 'empty' && query.kind !== 'unknown';
  const found = useResource(
    leads ? (signal) => findTarget(explorer, query, signal) : undefined,
    text,
    initial?.found,
  );
  useRecovery(found.failure, useChain(), found.retry);
  const target = found.data?.target && targetPath(found.data.target, words);
  useEffect(() => {
    // Replaces this page, so that Back does not return to the search.
    if (target !== undefined) location.replace(target);
  }, [target]);

  if (query.kind === 'empty') return <Nothing title={t('search.nothing')} text={t('search.nothingText')} />;
  if (query.kind === 'unknown')
    return <Nothing title={t('search.cannot', { text: shortText(text) })} text={problemText(query, words)} />;
  if (found.failure !== undefined) {
    return <FailureNotice failure={found.failure} onRetry={found.retry} retrying={found.loading} />;
  }
  if (found.data !== undefined && target === undefined) {
    return query.kind === 'date' ? (
      <Nothing title={t('search.cannot', { text: shortText(text) })} text={t('search.emptyChain')} />
    ) : (
      <Nothing title={t('search.noId')} text={t('search.noIdText')} />
    );
  }
  return <Notice tone="info" title={t('search.searching')} live />;
}

/** What was asked for, as far as a heading has room for it. */
const shortText = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function Nothing({ title, text }: { title: string; text: string }) {
  const { t, link } = useWords();
  return (
    <div role="status">
      <EmptyState
        title={title}
        icon={<Logo size={44} />}
        action={<LinkButton href={link.blocks()}>{t('home.blocks')}</LinkButton>}
      >
        <p>{text}</p>
      </EmptyState>
    </div>
  );
}

export default island(Search, { place: searchPlace });
