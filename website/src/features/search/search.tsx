import { Card, Notice } from '@cairn/ui';
import { useEffect } from 'preact/hooks';
import { definePage } from '../../site/island.tsx';
import { FailureNotice } from '../../site/notices.tsx';
import { Page } from '../../site/page-head.tsx';
import { searchParams } from '../../site/url.ts';
import { Region } from '../verify/index.ts';
import { lookup } from './lookup.ts';
import { ResultList, useResults } from './result-list.tsx';
import { isNothing } from './results.ts';
import { texts, useTranslations } from './texts.ts';

/**
 * The search page, for a search without the results below the field: opens the only page of the chain that the text names, or
 * lists the same results.
 */
function Search({ text }: { text: string }) {
  const { t } = useTranslations();
  const results = useResults(text);
  const { groups, hint, isOpen, only, answer } = results;
  useEffect(() => {
    // Replaces this page, so that Back does not return to the search.
    if (only !== undefined) location.replace(only);
  }, [only]);
  const isWaiting = only !== undefined || (isOpen && answer.failure === undefined);
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  const title =
    text.trim() === ''
      ? t('search.title')
      : t(`search.${isNothing(results) ? 'noneFor' : 'for'}`, { text: shown });
  const card = (
    <Card flush>
      <p class={hint === '' || isOpen ? undefined : 'c-bar c-muted'} role="status">
        {!isOpen && hint}
      </p>
      <ResultList groups={groups} />
    </Card>
  );
  return (
    <Page title={title} isNarrow>
      {isOpen && <FailureNotice of={answer} />}
      {isWaiting && <Notice tone="info" title={t('search.looking')} live />}
      {groups.length > 0 &&
        only === undefined &&
        (groups.some(({ name }) => name === 'chain') ? <Region proof="none">{card}</Region> : card)}
    </Page>
  );
}

export default definePage({
  texts,
  params: searchParams,
  requests: () => ({}),
  preloads: ({ text }) => [lookup(text)].filter((one) => one !== undefined),
  head: ({ t }) => ({ title: t('search.title'), description: t('search.description') }),
  view: Search,
});
