import { datedName, LinkButton, saveFile } from '@cairn/ui';
import { ForgetWallet } from '../../shared/forget-wallet.tsx';
import { NewPasswordForm, PasswordForm } from '../../shared/password.tsx';
import { hrefOf } from '../../shared/route.ts';
import { useWallet } from '../../model/context.ts';
import { FormRow, Row } from './row.tsx';
import { t } from './texts.ts';

/** Phrase, password, wallet file, and removal of the wallet: rows whose forms unfold. */
export function Security() {
  const { model, wallet, state } = useWallet();
  const saveWallet = async (password: string): Promise<void> => {
    const text = await model.vault.exportWallet(password);
    const file = new Blob([text], { type: 'application/json' });
    saveFile(datedName(`cairn-wallet-${wallet.network}`, 'json'), file);
  };
  return (
    <>
      <Row
        title={t('phrase.list')}
        text={`${t('security.phraseText')} ${t(wallet.backedUp ? 'security.backedUp' : 'security.notBackedUp')}`}
      >
        <LinkButton size="sm" href={hrefOf('backup')}>
          {t('security.reveal')}
        </LinkButton>
      </Row>
      <FormRow
        title={t('password.label')}
        text={t('security.passwordText')}
        action={t('security.changePassword')}
        result={t('security.changed')}
      >
        {(close) => (
          <NewPasswordForm
            action={t('security.change')}
            isChange
            onLeave={() => close(false)}
            onPassword={async (next, password) => {
              await model.vault.changePassword({ password, next });
              close(true);
            }}
          />
        )}
      </FormRow>
      <FormRow
        title={t('security.file')}
        text={
          state.durable === undefined
            ? t('security.fileText')
            : `${t('security.fileText')} ${t(state.durable ? 'security.durable' : 'security.notDurable')}`
        }
        action={t('common.export')}
        label={t('security.exportFull')}
        result={t('security.exported')}
      >
        {(close) => (
          <PasswordForm
            action={t('common.export')}
            busy={t('security.checking')}
            onPassword={async (password) => {
              await saveWallet(password);
              close(true);
            }}
            onCancel={() => close(false)}
          />
        )}
      </FormRow>
      <FormRow title={t('security.forget')} text={t('security.forgetText')} action={t('security.forgetAsk')}>
        {(close) => <ForgetWallet onCancel={() => close(false)} />}
      </FormRow>
    </>
  );
}
