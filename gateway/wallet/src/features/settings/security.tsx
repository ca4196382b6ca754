import { Button, datedName, Notice, saveFile } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { ForgetWallet } from '../../shared/forget-wallet.tsx';
import { TaskForm, useFocusOnChange } from '../../shared/form.tsx';
import { CurrentPassword, isCompletePassword, PasswordFields, PasswordForm } from '../../shared/password.tsx';
import { goTo } from '../../shared/route.ts';
import { useWallet } from '../../wallet/context.ts';
import { t } from './texts.ts';

type PartName = 'password' | 'file' | 'forget';

/** Phrase, password, wallet file, and removal of the wallet: rows of which at most one is unfolded. */
export function Security() {
  const { model, wallet, state } = useWallet();
  const [open, setOpen] = useState<PartName | undefined>(undefined);
  const [done, setDone] = useState<PartName | undefined>(undefined);
  const close = (): void => setOpen(undefined);
  const finish = (part: PartName): void => {
    setDone(part);
    close();
  };
  const part = (name: PartName) => ({
    open: open === name,
    done: done === name,
    onOpen: () => setOpen(name),
  });
  const exportFile = async (password: string): Promise<void> => {
    const text = await model.vault.exportWallet(password);
    saveFile(
      datedName(`cairn-wallet-${wallet.network}`, 'json'),
      new Blob([text], { type: 'application/json' }),
    );
    finish('file');
  };
  return (
    <ul class="c-rows">
      <Part
        onOpen={() => goTo('backup')}
        title={t('phrase.list')}
        text={
          <>
            {t('security.phraseText')} {t(wallet.backedUp ? 'security.backedUp' : 'security.notBackedUp')}
          </>
        }
        action={t('security.reveal')}
      />
      <Part
        {...part('password')}
        title={t('password.label')}
        text={t('security.passwordText')}
        action={t('security.changePassword')}
        result={t('security.changed')}
      >
        <ChangePassword onCancel={close} onDone={() => finish('password')} />
      </Part>
      <Part
        {...part('file')}
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
        <PasswordForm
          action={t('common.export')}
          busy={t('security.checking')}
          onPassword={exportFile}
          onCancel={close}
        />
      </Part>
      <Part
        {...part('forget')}
        title={t('security.forget')}
        text={t('security.forgetText')}
        action={t('security.forgetAsk')}
      >
        <ForgetWallet onCancel={close} />
      </Part>
    </ul>
  );
}

/** A row with a button, below which its form (`children`) unfolds. */
function Part(props: {
  open?: boolean;
  /** Whether the form was submitted since the screen was opened; `result` says so. */
  done?: boolean;
  onOpen: () => void;
  title: string;
  text: ComponentChildren;
  action: string;
  /** Accessible name of the button, if its text is not enough. */
  label?: string;
  result?: string;
  children?: ComponentChildren;
}) {
  const { open = false, done = false, onOpen, title, text, action, label, result, children } = props;
  return (
    <li class="c-stack" ref={useFocusOnChange<HTMLLIElement>(open)}>
      <div class="c-row c-row--between">
        <div class="c-lines">
          <h3 class="c-strong">{title}</h3>
          <p class="c-muted c-small">{text}</p>
        </div>
        {!open && (
          <Button label={label} onClick={onOpen}>
            {action}
          </Button>
        )}
      </div>
      {open && children}
      {!open && done && result !== undefined && (
        <Notice tone="success" live>
          {result}
        </Notice>
      )}
    </li>
  );
}

/** Changes the password. */
function ChangePassword({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { model } = useWallet();
  const [password, setPassword] = useState('');
  const [next, setNext] = useState({ password: '', repeated: '' });
  const [strict, setStrict] = useState(false);
  const check = (): boolean => {
    setStrict(true);
    return password !== '' && isCompletePassword(next, password);
  };
  const change = async (): Promise<void> => {
    await model.vault.changePassword({ password, next: next.password });
    onDone();
  };
  return (
    <TaskForm
      check={check}
      run={change}
      action={t('security.change')}
      busy={t('password.encrypting')}
      onLeave={onCancel}
    >
      {(task) => (
        <>
          <CurrentPassword
            label={t('security.currentPassword')}
            value={password}
            task={task}
            onInput={setPassword}
          />
          <PasswordFields
            label={t('password.newLabel')}
            value={next}
            onChange={setNext}
            strict={strict}
            current={password}
          />
        </>
      )}
    </TaskForm>
  );
}
