import { Screen } from '../components/screen.tsx';
import { t } from '../messages/messages.ts';
import { AboutCard } from './settings/about-card.tsx';
import { AutoLockSetting } from './settings/auto-lock-setting.tsx';
import { DisplaySettings } from './settings/display-settings.tsx';
import { Security } from './settings/security.tsx';

/** Settings, security, and removal of the wallet. */
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
