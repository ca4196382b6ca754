import { Screen } from '../../shared/screen.tsx';
import { DisplaySettings } from './display-settings.tsx';
import { Security } from './security.tsx';
import { t } from './texts.ts';

/** Settings, security, and removal of the wallet. */
export function Settings() {
  return (
    <Screen title={t('shell.settings')} width="narrow">
      <DisplaySettings />
      <Security />
    </Screen>
  );
}
