import { Button, Notice, TextField } from '@cairn/ui';
import { useState } from 'preact/hooks';
import { useModel } from '../lib/context.ts';
import { useTask } from '../lib/use-task.ts';
import { describeFailure } from '../lib/words.ts';
import { Form } from './form.tsx';

/** What has to be typed before a wallet is removed. */
const WORD = 'forget';

/** Removes the wallet from this browser, once its owner has said so in writing. */
export function ForgetWallet({ onCancel }: { onCancel: () => void }) {
  const model = useModel();
  const task = useTask();
  const [typed, setTyped] = useState('');
  const [strict, setStrict] = useState(false);
  const submit = (): boolean => {
    setStrict(true);
    if (typed.trim().toLowerCase() !== WORD) return false;
    task.run(() => model.forgetWallet());
    return true;
  };
  return (
    <Form onSubmit={submit}>
      <Notice tone="warn" title="This removes the encrypted wallet from this browser">
        The coins stay where they are, and only the recovery phrase gives access to them again. Without it
        they are lost.
      </Notice>
      <TextField
        label={`Type “${WORD}” to confirm`}
        value={typed}
        error={strict && typed.trim().toLowerCase() !== WORD ? `Type the word ${WORD}.` : undefined}
        onInput={setTyped}
      />
      {task.error !== undefined && (
        <Notice tone="error" live>
          {describeFailure(task.error)}
        </Notice>
      )}
      <div class="w-actions">
        <Button disabled={task.busy} onClick={onCancel}>
          Keep the wallet
        </Button>
        <Button variant="danger" type="submit" busy={task.busy}>
          Forget this wallet
        </Button>
      </div>
    </Form>
  );
}
