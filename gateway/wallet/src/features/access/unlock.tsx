import { Button, Logo, Notice } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../../shared/forget-wallet.tsx';
import { PasswordForm } from '../../shared/password.tsx';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useAppState, useModel, useSettings } from '../../wallet/context.ts';
import { t } from './texts.ts';

/** Asks for the password of the stored wallet. */
export function Unlock() {
  const model = useModel();
  const [forgetting, setForgetting] = useState(false);
  return (
    <Screen
      title={t(forgetting ? 'forget.title' : 'unlock.title')}
      width="slim"
      focusField={!forgetting}
      picture={<Logo size={56} />}
    >
      {forgetting ? (
        <ForgetWallet onCancel={() => setForgetting(false)} />
      ) : (
        <>
          <LockedNotice />
          <SessionNotices />
          <PasswordForm
            action={t('unlock.unlock')}
            busy={t('unlock.unlocking')}
            wide
            onPassword={(password) => model.vault.unlock(password)}
          >
            <Button variant="ghost" wide onClick={() => setForgetting(true)}>
              {t('unlock.forgotten')}
            </Button>
          </PasswordForm>
        </>
      )}
    </Screen>
  );
}

/** Says why the wallet was locked; nothing if the user locked it in this tab. */
function LockedNotice() {
  const { lockedBy } = useAppState();
  const { autoLockMinutes } = useSettings();
  if (lockedBy === undefined) return null;
  return (
    <Notice tone="info" title={t(`unlock.${lockedBy}`)}>
      {lockedBy === 'idle' ? t('unlock.idleText', { count: autoLockMinutes }) : t(`unlock.${lockedBy}Text`)}
    </Notice>
  );
}
