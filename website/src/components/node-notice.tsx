import { Button, exactTime, Notice, useTimeSettings } from '@cairn/ui';
import type { ChainView } from '../live/chain-feed.ts';
import { useTranslations } from '../messages/translations.ts';

/** Warning above a page if the node is behind, or has stopped answering after a first status. */
export function NodeNotice({ view, onRetry }: { view: ChainView; onRetry: () => void }) {
  const { t, locale } = useTranslations();
  const { zone } = useTimeSettings();
  const { status, failure, receivedAt } = view;
  if (status !== undefined && failure !== undefined && receivedAt !== undefined) {
    const time = exactTime(Math.floor(receivedAt / 1000), { zone, locale });
    return (
      <Notice
        tone="warn"
        title={t('node.stopped')}
        live
        action={
          <Button size="sm" onClick={onRetry}>
            {t('states.tryAgain')}
          </Button>
        }
      >
        <p>{`${t('node.stoppedText', { time })} ${t('states.keepsTrying')}`}</p>
      </Notice>
    );
  }
  if (status !== undefined && status.initialized && (status.syncing || !status.ready)) {
    return (
      <Notice tone="warn" title={t('node.behind')} live>
        <p>{t('node.behindText')}</p>
      </Notice>
    );
  }
  return null;
}
