import type { NetworkName } from '@cairn/protocol';
import { Button, Notice } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { Form } from '../../components/form.tsx';
import { isCompletePassword, PasswordFields } from '../../components/password-fields.tsx';
import { Screen } from '../../components/screen.tsx';
import { useModel } from '../../lib/context.ts';
import { useTask } from '../../lib/use-task.ts';
import { describeFailure } from '../../lib/words.ts';
import type { ImportedPhrase } from './import-phrase.tsx';

/** The password that encrypts the phrase in this browser; then the wallet opens. */
export function ChoosePassword(props: {
  phrase: ImportedPhrase;
  imported: boolean;
  network: NetworkName;
  onBack: () => void;
}) {
  const { phrase, imported, network } = props;
  const model = useModel();
  const task = useTask();
  const [value, setValue] = useState({ password: '', repeated: '' });
  const [strict, setStrict] = useState(false);
  const submit = (): boolean => {
    setStrict(true);
    if (!isCompletePassword(value)) return false;
    task.run(() => model.createWallet({ ...phrase, password: value.password, network }));
    return true;
  };
  return (
    <Screen title="Choose a password" width="narrow">
      <p class="w-steps">{imported ? 'Step 2 of 2' : 'Step 3 of 3'}</p>
      <p>
        It encrypts the wallet in this browser and is asked for whenever the wallet is opened. It cannot be
        recovered: if it is lost, only the recovery phrase helps.
      </p>
      <Form onSubmit={submit}>
        <PasswordFields value={value} onChange={setValue} strict={strict} />
        {task.error !== undefined && (
          <Notice tone="error" title="The wallet could not be stored" live>
            {describeFailure(task.error)}
          </Notice>
        )}
        <div class="w-actions">
          <Button disabled={task.busy} onClick={props.onBack}>
            Start over
          </Button>
          <Button variant="primary" type="submit" busy={task.busy}>
            {task.busy ? 'Encrypting…' : 'Open wallet'}
          </Button>
        </div>
      </Form>
    </Screen>
  );
}
