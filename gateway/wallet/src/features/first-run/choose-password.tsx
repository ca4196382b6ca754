import type { NetworkName } from '@cairn/protocol';
import { Button } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { TaskFailure, Form } from '../../shared/form.tsx';
import { isCompletePassword, PasswordFields } from '../../shared/password-fields.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useModel } from '../../wallet/context.ts';
import { useTask } from '../../shared/use-task.ts';
import type { NewWallet } from '../../wallet/vault.ts';
import { t } from './texts.ts';

/** A new or imported phrase, and the options of the new wallet. */
export type ChosenPhrase = Omit<NewWallet, 'password' | 'network'>;

/** Asks for the password that encrypts the wallet in this browser, then opens it. */
export function ChoosePassword(props: {
  phrase: ChosenPhrase;
  /** `[2, 2]` is the second step of two. */
  step: readonly [step: number, steps: number];
  network: NetworkName;
  onBack: () => void;
}) {
  const { phrase, network } = props;
  const [step, steps] = props.step;
  const model = useModel();
  const task = useTask();
  const [value, setValue] = useState({ password: '', repeated: '' });
  const [strict, setStrict] = useState(false);
  const submit = (): boolean => {
    setStrict(true);
    if (!isCompletePassword(value)) return false;
    task.run(() => model.vault.createWallet({ ...phrase, password: value.password, network }));
    return true;
  };
  return (
    <Screen title={t('password.title')} width="narrow">
      <p class="c-faint c-small">{t('step.of', { step, steps })}</p>
      <p>{t('password.text')}</p>
      <Form onSubmit={submit}>
        <PasswordFields value={value} onChange={setValue} strict={strict} />
        <TaskFailure task={task} title={t('password.notStored')} />
        <div class="c-actions">
          <Button disabled={task.busy} onClick={props.onBack}>
            {t('step.startOver')}
          </Button>
          <Button variant="primary" type="submit" busy={task.busy}>
            {task.busy ? t('password.encrypting') : t('password.open')}
          </Button>
        </div>
      </Form>
    </Screen>
  );
}
