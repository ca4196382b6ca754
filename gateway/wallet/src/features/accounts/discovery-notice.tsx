import { Button, Notice } from '@cairn/ui';
import { describeFailure } from '../../shared/error-texts.ts';
import { useWallet } from '../../model/context.ts';
import { t } from './texts.ts';

/** Notice of the running or last search for accounts in use; nothing without one. */
export function DiscoveryNotice() {
  const { state, model } = useWallet();
  const { discovery } = state;
  if (discovery === undefined) return null;
  if (discovery.state === 'running') return <Notice tone="info">{t('discovery.running')}</Notice>;
  if (discovery.state === 'failed') {
    return (
      <Notice
        tone="warn"
        title={t('discovery.failed')}
        live
        action={
          <Button size="sm" onClick={() => void model.discovery.start()}>
            {t('discovery.again')}
          </Button>
        }
      >
        {describeFailure(discovery.error)} {t('discovery.failedText')}
      </Notice>
    );
  }
  const { checked, found } = discovery;
  return (
    <Notice
      tone="success"
      live
      action={
        <Button size="sm" onClick={() => model.discovery.stop()}>
          {t('common.close')}
        </Button>
      }
    >
      {found === 0 ? t('discovery.none', { checked }) : t('discovery.done', { count: found })}
    </Notice>
  );
}
