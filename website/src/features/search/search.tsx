import { Card, EmptyState, LinkButton, Logo, Notice, onStored } from '@cairn/ui';
import type { LabelRecord } from '@cairn/wallet/labels-file';
import { useEffect, useState } from 'preact/hooks';
import { definePage } from '../../site/island.tsx';
import { hasLabels } from '../../site/settings.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import type { Answer } from '../../site/request.ts';
import { searchParams } from '../../site/url.ts';
import { useChain } from '../../site/use-chain.ts';
import { type Target, targetPath, targetsRequest } from './find.ts';
import { namedBy, type Result } from './results.ts';
import { texts, useTranslations } from './texts.ts';

/** Labels listed at most. */
const MOST_LABELS = 20;

export interface SearchProps {
  text: string;
  found: Answer<readonly Target[]>;
}

/**
 * The search page, for a search without the palette: opens the only match on the chain, lists several and the reader's labels
 * that contain the text, or says that there is nothing.
 */
function Search({ text, found }: SearchProps) {
  const translations = useTranslations();
  const { t } = translations;
  const { status } = useChain();
  const own = useLabels();
  const known = { status, answer: found, labels: own };
  const { chain, labels, hint, bad } = namedBy(text, known, translations, MOST_LABELS);
  const targets = found.data ?? [];
  const only = targets.length === 1 ? targetPath(targets[0]!, translations) : undefined;
  useEffect(() => {
    // Replaces this page, so that Back does not return to the search.
    if (only !== undefined) location.replace(only);
  }, [only]);
  const isOpen = targetsRequest(text) !== undefined && found.data === undefined;
  const results = isOpen ? labels : [...labels, ...chain];
  const isLeaving = only !== undefined;
  const isWaiting = isOpen && found.failure === undefined && results.length === 0;
  return (
    <Page title={t('search.title')}>
      {isOpen && <FailureNotice of={found} />}
      {(isLeaving || isWaiting) && <Notice tone="info" title={t('search.looking')} live />}
      {!isLeaving && results.length > 0 && <Links results={results} hint={bad ? '' : hint} />}
      {results.length === 0 && !isOpen && <Nothing text={text} hint={hint} />}
    </Page>
  );
}

/** The reader's labels; the server and the first rendering know none. */
function useLabels(): readonly LabelRecord[] {
  const [labels, setLabels] = useState<readonly LabelRecord[]>([]);
  useEffect(() => {
    const read = async () => setLabels((await import('../../site/labels.ts')).readLabels().file.records);
    if (hasLabels()) void read();
    return onStored(() => void read());
  }, []);
  return labels;
}

function Links({ results, hint }: { results: readonly Result[]; hint: string }) {
  const { t } = useTranslations();
  return (
    <Card title={t('search.results')} flush>
      {hint !== '' && <p class="c-bar c-muted">{hint}</p>}
      <ul class="c-rows">
        {results.map(({ href, text, detail }) => (
          <li key={href}>
            <a href={href}>{text}</a> {detail !== undefined && <span class="c-muted">{detail}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Nothing({ text, hint }: { text: string; hint: string }) {
  const { t, link } = useTranslations();
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return (
    <div role="status">
      <EmptyState
        title={text.trim() === '' ? t('search.nothing') : t('search.cannot', { text: shown })}
        icon={<Logo size={44} />}
        action={<LinkButton href={link.blocks()}>{t('home.blocks')}</LinkButton>}
      >
        <p>{hint || t('search.nothingText')}</p>
      </EmptyState>
    </div>
  );
}

export default definePage({
  texts,
  params: searchParams,
  requests: ({ text }) => ({ found: targetsRequest(text) }),
  head: ({ t }) => ({ title: t('search.title'), description: t('search.description') }),
  view: Search,
});
