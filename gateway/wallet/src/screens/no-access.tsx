import { Logo, Notice } from '@cairn/ui';
import { Screen } from '../components/screen.tsx';
import { useAppState } from '../lib/context.ts';
import type { Entry } from '../lib/launch.ts';
import { t } from '../messages/messages.ts';
import { Rich } from '../messages/rich.tsx';

/** Whoever reaches the port without having been let in sees this, and nothing of the node. */
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

/** Why the address that was opened did not do, where one was; that the gateway was restarted, where it was open before. */
function useNoticeOf(entry: Entry): Exclude<Entry, 'none'> | 'restarted' | undefined {
  const { renewed } = useAppState();
  if (entry !== 'none') return entry;
  return renewed ? 'restarted' : undefined;
}
