import { Button, Card, Notice, saveFile } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { SelectField } from '../../shared/fields.tsx';
import { ForgetWallet } from '../../shared/forget-wallet.tsx';
import { Form, FormActions, TaskFailure } from '../../shared/form.tsx';
import { PasswordFields, isCompletePassword } from '../../shared/password-fields.tsx';
import { CurrentPassword, PasswordForm, isWrongPassword } from '../../shared/password-form.tsx';
import { PhraseWords } from '../../shared/recovery-phrase.tsx';
import { hrefOf } from '../../shared/route.ts';
import { useFocusOnChange } from '../../shared/use-focus-on-change.ts';
import { useSecret } from '../../shared/use-secret.ts';
import { useTask } from '../../shared/use-task.ts';
import { useModel, useSettings, useWallet } from '../../wallet/context.ts';
import { AUTO_LOCK_MINUTES } from '../../wallet/settings.ts';
import { SettingRow, Switch } from './setting-row.tsx';
import { t } from './texts.ts';

type PartName = 'phrase' | 'password' | 'file' | 'forget';

/** The settings that protect the wallet: automatic lock, phrase, password, wallet file, and removal. */
export function Security() {
  const { model } = useWallet();
  const [open, setOpen] = useState<PartName | undefined>(undefined);
  const props = (part: PartName) => ({
    open: open === part,
    onOpen: () => setOpen(part),
    onClose: () => setOpen(undefined),
  });
  return (
    <Card
      title={t('security.title')}
      actions={
        <Button size="sm" onClick={() => model.vault.lock()}>
          {t('security.lockNow')}
        </Button>
      }
      flush
    >
      <div class="c-rows">
        <AutoLockSetting />
        <KeepOpenSetting />
      </div>
      <ul class="c-rows">
        <PhrasePart {...props('phrase')} />
        <PasswordPart {...props('password')} />
        <FilePart {...props('file')} />
        <ForgetPart {...props('forget')} />
      </ul>
    </Card>
  );
}

interface PartProps {
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** A row with a button, below which its form unfolds. */
function Part(props: {
  /**
   * State of the row: `false` while folded, otherwise `true` or the name of its stage. A change moves the focus to the
   * row's first field or button.
   */
  state: string | boolean;
  title: string;
  text: ComponentChildren;
  action: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <li class="c-stack" ref={useFocusOnChange<HTMLLIElement>(props.state)}>
      <div class="c-row c-row--between">
        <div class="c-lines">
          <h3 class="c-strong">{props.title}</h3>
          <p class="c-muted c-small">{props.text}</p>
        </div>
        {props.action}
      </div>
      {props.children}
    </li>
  );
}

/** Minutes of inactivity after which an open wallet locks itself. */
function AutoLockSetting() {
  const { settings } = useModel();
  const { autoLockMinutes } = useSettings();
  const choose = (value: string): void => {
    const minutes = AUTO_LOCK_MINUTES.find((known) => String(known) === value);
    if (minutes !== undefined) settings.change({ autoLockMinutes: minutes });
  };
  return (
    <SettingRow label={t('settings.autoLock')} hint={t('settings.autoLockHint')}>
      <SelectField
        label={t('settings.autoLock')}
        hideLabel
        value={String(autoLockMinutes)}
        options={AUTO_LOCK_MINUTES.map((minutes) => ({ value: String(minutes), label: spanOf(minutes) }))}
        onChange={choose}
      />
    </SettingRow>
  );
}

/** Whether a reload of the page leaves the wallet open. */
function KeepOpenSetting() {
  const { settings } = useModel();
  const { keepOpen } = useSettings();
  return (
    <SettingRow label={t('settings.keepOpen')} hint={t('settings.keepOpenHint')}>
      <Switch
        label={t('settings.keepOpen')}
        on={keepOpen}
        onChange={(on) => settings.change({ keepOpen: on })}
      />
    </SettingRow>
  );
}

function spanOf(minutes: number): string {
  return minutes % 60 === 0
    ? t('settings.hours', { count: minutes / 60 })
    : t('settings.minutes', { count: minutes });
}

function PhrasePart({ open, onOpen, onClose }: PartProps) {
  const { model, wallet } = useWallet();
  const [phrase, show] = useSecret();
  const close = (): void => {
    show(undefined);
    onClose();
  };
  const state = wallet.backedUp ? (
    t('security.backedUp')
  ) : (
    <a href={hrefOf('backup')}>{t('security.notBackedUp')}</a>
  );
  return (
    <Part
      state={open && (phrase === undefined ? 'asked' : 'shown')}
      title={t('phrase.list')}
      text={
        <>
          {t('security.phraseText')} {state}.
        </>
      }
      action={!open && <Button onClick={onOpen}>{t('security.reveal')}</Button>}
    >
      {open && phrase === undefined && (
        <>
          <Notice tone="warn">{t('security.revealWarning')}</Notice>
          <PasswordForm
            action={t('security.reveal')}
            busy={t('security.checking')}
            onPassword={async (password) => show(await model.vault.revealPhrase(password))}
            onCancel={close}
          />
        </>
      )}
      {open && phrase !== undefined && (
        <>
          <PhraseWords phrase={phrase} />
          <p class="c-faint c-small">{t('security.revealHides')}</p>
          <div class="c-actions">
            <Button onClick={close}>{t('security.hide')}</Button>
          </div>
        </>
      )}
    </Part>
  );
}

function PasswordPart({ open, onOpen, onClose }: PartProps) {
  const [changed, setChanged] = useState(false);
  return (
    <Part
      state={open}
      title={t('password.label')}
      text={t('security.passwordText')}
      action={!open && <Button onClick={onOpen}>{t('security.changePassword')}</Button>}
    >
      {open && (
        <ChangePassword
          onCancel={onClose}
          onDone={() => {
            setChanged(true);
            onClose();
          }}
        />
      )}
      {changed && !open && (
        <Notice tone="success" live>
          {t('security.changed')}
        </Notice>
      )}
    </Part>
  );
}

function FilePart({ open, onOpen, onClose }: PartProps) {
  const { model, state } = useWallet();
  const [saved, setSaved] = useState(false);
  const save = async (password: string): Promise<void> => {
    const { name, text } = await model.vault.exportWallet(password);
    saveFile(name, new Blob([text], { type: 'application/json' }));
    setSaved(true);
    onClose();
  };
  return (
    <Part
      state={open}
      title={t('security.file')}
      text={
        <>
          {t('security.fileText')}{' '}
          {state.durable !== undefined && t(state.durable ? 'security.durable' : 'security.notDurable')}
        </>
      }
      action={
        !open && (
          <Button label={t('security.exportFull')} onClick={onOpen}>
            {t('security.export')}
          </Button>
        )
      }
    >
      {open && (
        <PasswordForm
          action={t('security.export')}
          busy={t('security.checking')}
          onPassword={save}
          onCancel={onClose}
        />
      )}
      {saved && !open && (
        <Notice tone="success" live>
          {t('security.exported')}
        </Notice>
      )}
    </Part>
  );
}

function ForgetPart({ open, onOpen, onClose }: PartProps) {
  return (
    <Part
      state={open}
      title={t('security.forget')}
      text={t('security.forgetText')}
      action={!open && <Button onClick={onOpen}>{t('security.forgetAsk')}</Button>}
    >
      {open && <ForgetWallet onCancel={onClose} />}
    </Part>
  );
}

/** Changes the password. */
export function ChangePassword({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { model } = useWallet();
  const task = useTask();
  const [password, setPassword] = useState('');
  const [next, setNext] = useState({ password: '', repeated: '' });
  const [strict, setStrict] = useState(false);
  const wrong = isWrongPassword(task);
  const submit = (): boolean => {
    setStrict(true);
    if (password === '' || !isCompletePassword(next, password)) return false;
    task.run(async () => {
      await model.vault.changePassword({ password, next: next.password });
      onDone();
    });
    return true;
  };
  return (
    <Form onSubmit={submit} rejected={wrong}>
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
      {!wrong && <TaskFailure task={task} />}
      <FormActions
        task={task}
        action={task.busy ? t('password.encrypting') : t('security.change')}
        onCancel={onCancel}
      />
    </Form>
  );
}
