import { Button, Logo, Notice, useStore } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../../shared/forget-wallet.tsx';
import { PasswordForm } from '../../shared/password.tsx';
import { Screen } from '../../shared/screen.tsx';
import { SessionNotices } from '../../shared/node-state.tsx';
import { useAppState, useModel } from '../../model/context.ts';
import { KeepBrowser } from './keep-browser.tsx';
import { t } from './texts.ts';

/** Asks for the password of the stored wallet. */
export function Unlock() {
  const model = useModel();
  const [forgetting, setForgetting] = useState(false);
  return (
    <Screen
      title={t(forgetting ? 'common.startOver' : 'unlock.title')}
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
            onPassword={(password) => model.vault.unlock(password)}
          />
          <KeepBrowser />
          <Button variant="ghost" wide onClick={() => setForgetting(true)}>
            {t('unlock.forgotten')}
          </Button>
        </>
      )}
    </Screen>
  );
}

/** Says why the wallet was locked; nothing if the user locked it in this tab. */
function LockedNotice() {
  const { lockedBy } = useAppState();
  const autoLockMinutes = useStore(useModel().settings.autoLockMinutes);
  if (lockedBy === undefined) return null;
  return (
    <Notice tone="info" title={t(`unlock.${lockedBy}`)}>
      {lockedBy === 'idle' ? t('unlock.idleText', { count: autoLockMinutes }) : t(`unlock.${lockedBy}Text`)}
    </Notice>
  );
}

/**
 * Screen for a stored wallet that this page cannot read. Nothing is overwritten or deleted without the user’s choice.
 */
export function Unusable() {
  const [forgetting, setForgetting] = useState(false);
  return (
    <Screen title={t('unusable.title')} width="narrow">
      {forgetting ? (
        <ForgetWallet onCancel={() => setForgetting(false)} />
      ) : (
        <Notice
          tone="error"
          title={t('unusable.contents')}
          action={
            <>
              <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
              <Button variant="ghost" onClick={() => setForgetting(true)}>
                {t('unusable.remove')}
              </Button>
            </>
          }
        >
          {t('unusable.contentsText')}
        </Notice>
      )}
    </Screen>
  );
}
