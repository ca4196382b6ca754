import { Card, type KeyValue } from '@cairn/ui';
import { Facts } from '../../shared/facts.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useWallet } from '../../wallet/context.ts';
import { DisplaySettings } from './display-settings.tsx';
import { Security } from './security.tsx';
import { t } from './texts.ts';

/** Settings, security, and removal of the wallet. */
export function Settings() {
  return (
    <Screen title={t('shell.settings')} width="narrow">
      <DisplaySettings />
      <Security />
      <AboutCard />
    </Screen>
  );
}

function AboutCard() {
  const { wallet, state } = useWallet();
  const { selected } = wallet;
  const explorer = state.config?.explorer_url;
  const items: (KeyValue | false)[] = [
    { label: t('settings.network'), value: wallet.network },
    { label: t('shell.accounts'), value: String(wallet.accounts.length) },
    selected.kind === 'own' && { label: t('settings.derivation'), value: <code>{selected.path}</code> },
    {
      label: t('settings.explorer'),
      value: explorer ? (
        <a href={explorer} target="_blank" rel="noopener noreferrer">
          {explorer}
        </a>
      ) : (
        t('settings.noExplorer')
      ),
      hint: t('settings.explorerHint'),
    },
  ];
  return (
    <Card title={t('settings.about')} flush>
      <Facts items={items.filter((item) => item !== false)} />
    </Card>
  );
}
