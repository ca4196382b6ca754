import { Button, Card, Notice, PageHead, Skeleton } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { chainStatus } from '../app.ts';
import { NodeNotice } from '../components/node-notice.tsx';
import { island } from '../frame/island.tsx';
import { useChain } from '../hooks/use-chain.ts';
import '../messages/groups/own/index.ts';
import { useTranslations } from '../messages/translations.ts';
import { FileCard, saveText } from '../own/labels-file-card.tsx';
import { LabelsCard } from '../own/labels-card.tsx';
import { discardDamaged, type KeptLabels, useKeptLabels } from '../own/own-labels.ts';
import { WatchedCard } from '../own/watched-card.tsx';

/** The user's own page: watched addresses, labels, import and export. */
function Watch() {
  const { t } = useTranslations();
  const view = useChain();
  // The labels are in the browser's storage, and the first rendering must equal the server's.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <div class="c-stack">
      <PageHead title={t('own.title')}>{t('own.lead')}</PageHead>
      <NodeNotice view={view} onRetry={chainStatus.retry} />
      {isMounted ? (
        <Own />
      ) : (
        <div aria-busy="true">
          <Card title={t('own.watched')}>
            <Skeleton width="long" />
          </Card>
        </div>
      )}
    </div>
  );
}

function Own() {
  const kept = useKeptLabels();
  return (
    <>
      <Damage kept={kept} />
      <WatchedCard kept={kept} />
      <LabelsCard kept={kept} />
      <FileCard kept={kept} />
    </>
  );
}

/** Notice about stored lines that cannot be read. They are kept until the user discards them. */
function Damage({ kept }: { kept: KeptLabels }) {
  const { t } = useTranslations();
  const { damaged } = kept.file;
  if (damaged.length === 0 && !kept.isUnreadable) return null;
  return (
    <Notice
      tone="warn"
      title={kept.isUnreadable ? t('own.unreadable') : t('own.damaged', { count: damaged.length })}
      action={
        <>
          <Button size="sm" onClick={() => saveText(kept.text)}>
            {t('own.saveDamaged')}
          </Button>
          <Button size="sm" variant="danger" onClick={() => void discardDamaged()}>
            {t('own.discard')}
          </Button>
        </>
      }
    >
      <p>{t(kept.isUnreadable ? 'own.unreadableText' : 'own.damagedText')}</p>
    </Notice>
  );
}

export default island(Watch);
