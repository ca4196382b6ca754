import { Screen } from '../components/screen.tsx';
import { t } from '../messages/messages.ts';
import { AboutCard } from './settings/about-card.tsx';
import { AutoLockSetting } from './settings/auto-lock-setting.tsx';
import { DisplaySettings } from './settings/display-settings.tsx';
import { Security } from './settings/security.tsx';

/** What can be chosen, what protects the wallet, and the way out. */
export function Settings() {
  return (
    <Screen title={t('settings.title')} width="narrow">
      <DisplaySettings />
      <Security>
        <AutoLockSetting />
      </Security>
      <AboutCard />
    </Screen>
  );
}
