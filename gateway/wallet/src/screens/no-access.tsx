import { Logo, Notice } from '@cairn/ui';
import { Screen } from '../components/screen.tsx';
import { useAppState } from '../lib/context.ts';
import type { Entry } from '../lib/launch.ts';
import { t } from '../messages/messages.ts';
import { Rich } from '../messages/rich.tsx';

/** Shown to browsers without a session, with nothing of the node. */
export function NoAccess({ entry }: { entry: Entry }) {
  const notice = useNoticeOf(entry);
  return (
    <Screen title={t('access.title')} width="slim" picture={<Logo size={56} />}>
      {notice !== undefined && (
        <Notice tone="warn" title={t(`access.${notice}.title`)} live>
          {t(`access.${notice}.text`)}
        </Notice>
      )}
      <p class="c-muted">{t('access.why')}</p>
      <ul class="w-ways-in c-muted">
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

/** Why the opened address gave no session, or that the gateway was restarted. */
function useNoticeOf(entry: Entry): Exclude<Entry, 'none'> | 'restarted' | undefined {
  const { renewed } = useAppState();
  if (entry !== 'none') return entry;
  return renewed ? 'restarted' : undefined;
}
