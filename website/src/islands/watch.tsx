import { Button, Card, Notice, PageHead, Skeleton } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';
import { NodeNotice } from '../components/node-notice.tsx';
import { island } from '../runtime/island.tsx';
import { useChain } from '../hooks/use-chain.ts';
import '../messages/groups/personal/index.ts';
import { useTranslations } from '../messages/translations.ts';
import { FileCard, saveText } from '../personal/labels-file-card.tsx';
import { LabelsCard } from '../personal/labels-card.tsx';
import { discardDamaged, type StoredLabels, useStoredLabels } from '../personal/labels.ts';
import { WatchedCard } from '../personal/watched-card.tsx';

/** The user's own page: watched addresses, labels, import and export. */
function Watch() {
  const { t } = useTranslations();
  const view = useChain();
  // The labels are in the browser's storage; the first rendering has none, because it must equal the server's.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <div class="c-stack">
      <PageHead title={t('personal.title')}>{t('personal.lead')}</PageHead>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {isMounted ? (
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

export default island(Watch);
