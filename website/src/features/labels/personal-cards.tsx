import { Button, Notice } from '@cairn/ui';
import { discardDamaged, type StoredLabels, useStoredLabels } from '../../site/labels.ts';
import { LabelsCard } from './labels-card.tsx';
import { FileCard, saveText } from './labels-file-card.tsx';
import { useTranslations } from './texts.ts';
import { WatchedCard } from './watched-card.tsx';

/** Watched addresses, labels, import and export: from the browser's storage, so the server cannot render them. */
export function PersonalCards() {
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
