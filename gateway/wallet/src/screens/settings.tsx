import { Button, Card } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../components/forget-wallet.tsx';
import { Screen } from '../components/screen.tsx';
import { useWallet } from '../lib/context.ts';
import { t } from '../messages/messages.ts';
import { AboutCard } from './settings/about-card.tsx';
import { AutoLockSetting } from './settings/auto-lock-setting.tsx';
import { DisplaySettings } from './settings/display-settings.tsx';

/** What can be chosen, and the way out. */
export function Settings() {
  const { model } = useWallet();
  const [forgetting, setForgetting] = useState(false);
  return (
    <Screen title={t('settings.title')} width="narrow">
      <DisplaySettings />
      <Card
        title={t('settings.security')}
        flush
        footer={
          forgetting ? (
            <ForgetWallet onCancel={() => setForgetting(false)} />
          ) : (
            <div class="w-actions">
              <Button onClick={() => model.lock()}>{t('settings.lockNow')}</Button>
              <Button variant="ghost" onClick={() => setForgetting(true)}>
                {t('settings.forget')}
              </Button>
            </div>
          )
        }
      >
        <AutoLockSetting />
      </Card>
      <AboutCard />
    </Screen>
  );
}
