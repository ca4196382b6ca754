import type { KeptBrowser } from '@cairn/api/gateway';
import { Badge, Button, Card, Timestamp } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { TaskFailure, useTask } from '../../shared/form.tsx';
import { Entry } from '../../shared/lists.tsx';
import { useAppState, useModel } from '../../model/context.ts';
import { KeepBrowser } from './keep-browser.tsx';
import { Rich, t } from './texts.ts';

/** The browsers that open the wallet without a link, in the settings; nothing where the gateway lets every browser in. */
export function KeptBrowsers() {
  const { gateway } = useModel();
  const { config } = useAppState();
  const [listed, setListed] = useState<readonly KeptBrowser[]>([]);
  const task = useTask();
  const kept = config?.kept;
  const show = (ask: () => Promise<{ readonly browsers: readonly KeptBrowser[] }>): void =>
    task.run(async () => setListed((await ask()).browsers));
  useEffect(() => {
    if (typeof kept === 'boolean') show(() => gateway.listBrowsers());
  }, [kept]);
  if (typeof kept !== 'boolean') return null;
  return (
    <Card title={t('browsers.title')} flush>
      <ul class="c-rows">
        <li class="c-stack c-stack--tight">
          <p class="c-muted c-small">{t('browsers.text')}</p>
          <KeepBrowser />
          <TaskFailure task={task} inline />
        </li>
        {listed.map((browser) => (
          <Browser
            key={browser.id}
            browser={browser}
            onRevoke={() => show(() => gateway.revokeBrowser({ id: browser.id }))}
          />
        ))}
      </ul>
    </Card>
  );
}

function Browser({ browser, onRevoke }: { browser: KeptBrowser; onRevoke: () => void }) {
  const name = nameOf(browser.user_agent);
  return (
    <Entry
      actions={
        browser.is_own ? (
          <Badge tone="success">{t('browsers.own')}</Badge>
        ) : (
          <Button size="sm" label={t('browsers.removeFull', { name })} onClick={onRevoke}>
            {t('browsers.remove')}
          </Button>
        )
      }
    >
      <span class="c-strong">{name}</span>
      <span class="c-faint c-small">
        <Rich k="browsers.since" values={{ time: <Timestamp seconds={browser.kept_at} show="exact" /> }} />
      </span>
    </Entry>
  );
}

/** In the order in which they must be looked for: most browsers name others too. */
const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const FULL_NAMES: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'CrOS', 'Linux'];

/** What people call a browser, such as `Firefox, Linux`. */
export function nameOf(userAgent: string): string {
  const browser = BROWSERS.find((name) => userAgent.includes(`${name}/`));
  const system = SYSTEMS.find((name) => userAgent.includes(name));
  const parts = [browser && (FULL_NAMES[browser] ?? browser), system].filter((part) => part !== undefined);
  return parts.length === 0 ? t('browsers.unknown') : parts.join(', ');
}
