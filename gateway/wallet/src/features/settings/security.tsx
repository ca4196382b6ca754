import { Button, datedName, Notice, saveFile } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../../shared/forget-wallet.tsx';
import { useFocusOnChange } from '../../shared/form.tsx';
import { NewPasswordForm, PasswordForm } from '../../shared/password.tsx';
import { goTo } from '../../shared/route.ts';
import { useWallet } from '../../model/context.ts';
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
    <ul class="c-rows">
      <Part
        title={t('phrase.list')}
        text={
          <>
            {t('security.phraseText')} {t(wallet.backedUp ? 'security.backedUp' : 'security.notBackedUp')}
          </>
        }
        action={t('security.reveal')}
        onOpen={() => goTo('backup')}
      />
      <Part
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
      </Part>
      <Part
        title={t('security.file')}
        text={
          <>
            {t('security.fileText')}{' '}
            {state.durable !== undefined && t(state.durable ? 'security.durable' : 'security.notDurable')}
          </>
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
      </Part>
      <Part title={t('security.forget')} text={t('security.forgetText')} action={t('security.forgetAsk')}>
        {(close) => <ForgetWallet onCancel={() => close(false)} />}
      </Part>
    </ul>
  );
}

/** A row with a button, below which its form (`children`) unfolds, and then the result of the form. */
function Part(props: {
  title: string;
  text: ComponentChildren;
  action: string;
  /** Accessible name of the button, if its text is not enough. */
  label?: string;
  /** What the button does instead of unfolding a form. */
  onOpen?: () => void;
  result?: string;
  children?: (close: (done: boolean) => void) => ComponentChildren;
}) {
  const { title, text, action, label, result, children } = props;
  const [state, setState] = useState<'closed' | 'open' | 'done'>('closed');
  const open = state === 'open';
  return (
    <li class="c-stack" ref={useFocusOnChange<HTMLLIElement>(open)}>
      <div class="c-row c-row--between">
        <div class="c-lines">
          <h3 class="c-strong">{title}</h3>
          <p class="c-muted c-small">{text}</p>
        </div>
        {!open && (
          <Button label={label} onClick={props.onOpen ?? (() => setState('open'))}>
            {action}
          </Button>
        )}
      </div>
      {open && children?.((done) => setState(done ? 'done' : 'closed'))}
      {state === 'done' && (
        <Notice tone="success" live>
          {result}
        </Notice>
      )}
    </li>
  );
}
