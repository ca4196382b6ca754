import { Button, Notice } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useWallet } from '../../wallet/context.ts';
import type { Discovery } from '../../wallet/state.ts';
import { describeFailure } from '../../shared/error-texts.ts';
import { t } from './texts.ts';

/** Notice of the running or last search for accounts in use; nothing without one. */
export function DiscoveryNotice() {
  const { state, model } = useWallet();
  const { discovery } = state;
  if (discovery === undefined) return null;
  if (discovery.state === 'running') return <Running discovery={discovery} />;
  if (discovery.state === 'done') {
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
        {describeResult(discovery)}
      </Notice>
    );
  }
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

function Running({ discovery }: { discovery: Extract<Discovery, { state: 'running' }> }): ComponentChildren {
  return (
    <Notice tone="info" title={t('discovery.running')}>
      {t('discovery.progress', { count: discovery.checked, found: discovery.found })}
    </Notice>
  );
}

function describeResult({ checked, found, added }: Extract<Discovery, { state: 'done' }>): string {
  if (found === 0) return t('discovery.none', { checked });
  const result = t('discovery.done', { count: found });
  return added === 0 ? result : `${result} ${t('discovery.added', { count: added })}`;
}
