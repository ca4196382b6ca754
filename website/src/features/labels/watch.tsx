import { Button, Card, Notice, Skeleton } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { island } from '../../site/island.tsx';
import { discardDamaged, type StoredLabels, useStoredLabels } from '../../site/labels.ts';
import { NodeNotice } from '../../site/notices.tsx';
import { PageHead } from '../../site/page-head.tsx';
import { LabelsCard } from './labels-card.tsx';
import { FileCard, saveText } from './labels-file-card.tsx';
import { useTranslations } from './texts.ts';
import { WatchedCard } from './watched-card.tsx';
import './labels.css';

/** The reader's own page: watched addresses, labels, import and export, from the browser's storage. */
function Watch() {
  const { t } = useTranslations();
  // The server, and the first rendering, which must equal it, know no labels.
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return (
    <div class="c-stack">
      <PageHead title={t('personal.title')}>{t('personal.lead')}</PageHead>
      <NodeNotice />
      {isInBrowser ? (
        <PersonalCards />
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

export default island(Watch);

function PersonalCards() {
  const stored = useStoredLabels();
  return (
    <>
      <DamagedNotice stored={stored} />
      <WatchedCard stored={stored} />
      <LabelsCard stored={stored} />
      <FileCard stored={stored} />
    </>
  );
}

/** Notice about stored lines that cannot be read. They stay in storage until the user discards them. */
function DamagedNotice({ stored }: { stored: StoredLabels }) {
  const { t } = useTranslations();
  const { damaged } = stored.file;
  if (damaged.length === 0 && !stored.isUnreadable) return null;
  return (
    <Notice
      tone="warn"
      title={
        stored.isUnreadable ? t('personal.unreadable') : t('personal.damaged', { count: damaged.length })
      }
      action={
        <>
          <Button size="sm" onClick={() => saveText(stored.text)}>
            {t('personal.saveDamaged')}
          </Button>
          <Button size="sm" variant="danger" onClick={() => void discardDamaged()}>
            {t('personal.discard')}
          </Button>
        </>
      }
    >
      <p>{t(stored.isUnreadable ? 'personal.unreadableText' : 'personal.damagedText')}</p>
    </Notice>
  );
}
