import { useRequest } from '../../site/request.ts';
import { queryProblemText } from '../../site/query-problem.ts';
import { searchParams } from '../../site/url.ts';
import { Card, EmptyState, LabelsContext, LinkButton, Logo, Notice } from '@cairn/ui';
import { useContext, useEffect, useState } from 'preact/hooks';
import { FailureNotice } from '../../site/notices.tsx';
import { island } from '../../site/island.tsx';
import { useTranslations } from './texts.ts';
import { classifyQuery } from '../../site/classify.ts';
import { foundRequest, targetPath, targetText } from './find-targets.ts';
import type * as FoundLabels from './found-labels.tsx';

export interface SearchProps {
  text: string;
}

/** The search page: the user's labels that contain the text, or else its match on the chain. */
function Search(props: SearchProps) {
  const { kind } = classifyQuery(props.text);
  // A word can also be the beginning of an address.
  const isWanted = useContext(LabelsContext) !== undefined && (kind === 'unknown' || kind === 'prefix');
  const [personal, setPersonal] = useState<typeof FoundLabels>();
  useEffect(() => {
    if (isWanted) void import('./found-labels.tsx').then(setPersonal);
  }, [isWanted]);
  const answer = <Answer {...props} />;
  return personal === undefined ? answer : <personal.FoundLabels text={props.text} otherwise={answer} />;
}

/** Redirects to the only match, lists several matches, or says that there is none. */
function Answer({ text }: SearchProps) {
  const translations = useTranslations();
  const { t } = translations;
  const query = classifyQuery(text);
  const found = useRequest(foundRequest(query, text));
  const targets = found.data?.targets ?? [];
  const target = targets.length === 1 ? targetPath(targets[0]!, translations) : undefined;
  useEffect(() => {
    // Replaces this page, so that Back does not return to the search.
    if (target !== undefined) location.replace(target);
  }, [target]);

  if (query.kind === 'empty') return <Nothing title={t('search.nothing')} text={t('search.nothingText')} />;
  if (query.kind === 'unknown')
    return (
      <Nothing
        title={t('search.cannot', { text: shortText(text) })}
        text={queryProblemText(query.problem, translations.locale)}
      />
    );
  if (found.failure !== undefined) return <FailureNotice of={found} />;
  if (targets.length > 1) {
    return (
      <Card title={t('search.severalTitle')}>
        <ul class="c-stack">
          {targets.map((one) => (
            <li key={one.reference}>
              <a href={targetPath(one, translations)}>{targetText(one, true, translations)}</a>
            </li>
          ))}
        </ul>
      </Card>
    );
  }
  if (found.data !== undefined && target === undefined) {
    if (query.kind === 'prefix')
      return (
        <Nothing title={t('search.cannot', { text: shortText(text) })} text={t('search.partNotFound')} />
      );
    return <Nothing title={t('search.noId')} text={t('search.noIdText')} />;
  }
  return <Notice tone="info" title={t('search.searching')} live />;
}

/** The text, cut to the length of a heading. */
const shortText = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

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

export default island(Search, { params: searchParams });
