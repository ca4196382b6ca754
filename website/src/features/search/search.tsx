import { Card, EmptyState, LinkButton, Logo, Notice } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { classifyQuery } from '../../site/classify.ts';
import { definePage } from '../../site/island.tsx';
import { hasLabels } from '../../site/settings.ts';
import { FailureNotice } from '../../site/notices.tsx';
import { queryProblemText } from '../../site/query-problem.ts';
import type { Answer } from '../../site/request.ts';
import { searchParams } from '../../site/url.ts';
import { type Target, targetPath, targetsRequest, targetText } from './find.ts';
import { translationsFor, useTranslations } from './texts.ts';

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
  const { t, locale } = translations;
  const query = classifyQuery(text);
  // A word can also be the beginning of an address.
  const labels = useLabelled(query.kind === 'unknown' || query.kind === 'prefix' ? text : '');
  const targets = found.data ?? [];
  const only = targets.length === 1 ? targetPath(targets[0]!, translations) : undefined;
  useEffect(() => {
    // Replaces this page, so that Back does not return to the search.
    if (only !== undefined) location.replace(only);
  }, [only]);

  if (labels.length > 0) return <Links title={t('personal.title')} links={labels} />;
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  if (query.kind === 'empty') return <Nothing title={t('search.nothing')} text={t('search.nothingText')} />;
  if (query.kind === 'unknown')
    return (
      <Nothing title={t('search.cannot', { text: shown })} text={queryProblemText(query.problem, locale)} />
    );
  if (found.failure !== undefined) return <FailureNotice of={found} />;
  if (targets.length > 1) {
    const links = targets.map((one) => ({
      href: targetPath(one, translations),
      text: targetText(one, true, translations),
    }));
    return <Links title={t('search.severalTitle')} links={links} />;
  }
  if (found.data === undefined || only !== undefined)
    return <Notice tone="info" title={t('search.searching')} live />;
  return query.kind === 'prefix' ? (
    <Nothing title={t('search.cannot', { text: shown })} text={t('search.partNotFound')} />
  ) : (
    <Nothing title={t('search.noId')} text={t('search.noIdText')} />
  );
}

interface Link {
  href: string;
  text: string;
}

/** Labels listed at most. */
const MOST_LABELS = 20;

/** The pages of the reader's labels that contain a text; the server and the first rendering know none. */
function useLabelled(text: string): readonly Link[] {
  const translations = useTranslations();
  const [links, setLinks] = useState<readonly Link[]>([]);
  useEffect(() => {
    const find = async () => {
      const { findLabels, labelPath, readLabels } = await import('../../site/labels.ts');
      const records = findLabels(readLabels().file.records, text).slice(0, MOST_LABELS);
      setLinks(
        records.map((record) => ({
          href: labelPath(record, translations),
          text: `${record.label} · ${translations.t(`palette.labelled.${record.type}`, {
            reference: translations.shortReference(record.ref),
          })}`,
        })),
      );
    };
    if (text !== '' && hasLabels()) void find();
  }, [text]);
  return links;
}

function Links({ title, links }: { title: string; links: readonly Link[] }) {
  return (
    <Card title={title} flush>
      <ul class="c-rows">
        {links.map(({ href, text }) => (
          <li key={href}>
            <a href={href}>{text}</a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Nothing({ title, text }: { title: string; text: string }) {
  const { t, link } = useTranslations();
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

export default definePage({
  params: searchParams,
  requests: ({ text }) => ({ found: targetsRequest(text) }),
  head: (_, locale) => {
    const { t } = translationsFor(locale);
    return { title: t('search.title'), description: t('search.description') };
  },
})(Search);
