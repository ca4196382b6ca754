import type { NetworkName } from '@cairn/protocol';
import { useState } from 'preact/hooks';
import { TaskForm } from '../../shared/form.tsx';
import { isCompletePassword, PasswordFields } from '../../shared/password.tsx';
import { Screen } from '../../shared/screen.tsx';
import { useModel } from '../../wallet/context.ts';
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
  const { phrase, network, onBack } = props;
  const [step, steps] = props.step;
  const model = useModel();
  const [value, setValue] = useState({ password: '', repeated: '' });
  const [strict, setStrict] = useState(false);
  const check = (): boolean => {
    setStrict(true);
    return isCompletePassword(value);
  };
  return (
    <Screen title={t('password.title')} width="narrow">
      <p class="c-faint c-small">{t('step.of', { step, steps })}</p>
      <p>{t('password.text')}</p>
      <TaskForm
        check={check}
        run={() => model.vault.createWallet({ ...phrase, password: value.password, network })}
        action={t('password.open')}
        busy={t('password.encrypting')}
        leave={t('step.startOver')}
        onLeave={onBack}
        failed={t('password.notStored')}
      >
        <PasswordFields value={value} onChange={setValue} strict={strict} />
      </TaskForm>
    </Screen>
  );
}
