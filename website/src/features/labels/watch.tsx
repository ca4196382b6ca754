import { Card, Skeleton } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { definePage } from '../../site/island.tsx';
import { useStoredLabels } from '../../site/labels.ts';
import { NodeNotice } from '../../site/notices.tsx';
import { PageHead } from '../../site/page-head.tsx';
import { LabelsCard } from './labels-card.tsx';
import { FileCard } from './labels-file-card.tsx';
import { texts, useTranslations } from './texts.ts';
import { WatchedCard } from './watched-card.tsx';
import './labels.css';

/** The reader's own page: watched addresses, labels, import and export, from the browser's storage. */
function Watch() {
  const { t } = useTranslations();
  const stored = useStoredLabels();
  // The server, and the first rendering, which must equal it, know no labels.
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return (
    <div class="c-stack">
      <PageHead title={t('page.personal')}>{t('personal.lead')}</PageHead>
      <NodeNotice />
      {isInBrowser ? (
        <>
          <WatchedCard stored={stored} />
          <LabelsCard stored={stored} />
          <FileCard stored={stored} />
        </>
      ) : (
        <div aria-busy="true">
          <Card title={t('personal.watched')}>
            <Skeleton width="long" />
          </Card>
        </div>
      )}
    </div>
  );
}

export default definePage({
  texts,
  requests: () => ({}),
  head: ({ t }) => ({ title: t('page.personal'), description: t('personal.description') }),
  view: Watch,
});
