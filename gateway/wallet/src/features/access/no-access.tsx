import { Logo, Notice } from '@cairn/ui';
import { Screen } from '../../shared/screen.tsx';
import { useAppState } from '../../wallet/context.ts';
import type { LaunchResult } from '../../wallet/launch.ts';
import { Rich, t } from './texts.ts';

/** Screen for a browser without a session. Shows no data of the node. */
export function NoAccess({ launchResult }: { launchResult: LaunchResult }) {
  const notice = useNoticeOf(launchResult);
  return (
    <Screen title={t('access.title')} width="slim" picture={<Logo size={56} />}>
      {notice !== undefined && (
        <Notice tone="warn" title={t(`access.${notice}.title`)} live>
          {t(`access.${notice}.text`)}
        </Notice>
      )}
      <p class="c-muted">{t('access.why')}</p>
      <ul class="w-access-options c-muted">
        <li>
          <Rich
            k="access.terminal"
            values={{ start: <code>npm start</code>, gateway: <code>cairn-gateway</code> }}
          />
        </li>
        <li>
          <Rich
            k="access.file"
            values={{ file: <code>wallet-{location.port}.html</code>, token: <code>rpc.token</code> }}
          />
        </li>
      </ul>
      <p class="c-faint c-small">{t('access.kept')}</p>
    </Screen>
  );
}

/** The notice to show: the result of the launch secret, or that the gateway was restarted; `undefined` for none. */
function useNoticeOf(launchResult: LaunchResult): Exclude<LaunchResult, 'none'> | 'restarted' | undefined {
  const { renewed } = useAppState();
  if (launchResult !== 'none') return launchResult;
  return renewed ? 'restarted' : undefined;
}
