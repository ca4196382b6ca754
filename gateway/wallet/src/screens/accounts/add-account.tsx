import { Button, Card, Notice, TextField } from '@cairn/ui';
import { CONTENTS_LIMITS } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { Form } from '../../components/form.tsx';
import { useWallet } from '../../lib/context.ts';
import { useTask } from '../../lib/use-task.ts';
import { describeFailure } from '../../lib/words.ts';
import { t } from '../../messages/messages.ts';

/** Adds the next account of the phrase, with a name if its owner likes. */
export function AddAccount({ onDone }: { onDone: () => void }) {
  const { model } = useWallet();
  const task = useTask();
  const [name, setName] = useState('');
  const submit = (): void =>
    task.run(async () => {
      await model.addAccount(name);
      onDone();
    });
  return (
    <Card>
      <Form onSubmit={submit}>
        <TextField
          label={t('accounts.name')}
          value={name}
          hint={t('accounts.nameOptional')}
          maxLength={CONTENTS_LIMITS.name}
          onInput={setName}
        />
        {task.error !== undefined && (
          <Notice tone="error" live>
            {describeFailure(task.error)}
          </Notice>
        )}
        <div class="w-actions">
          <Button disabled={task.busy} onClick={onDone}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" type="submit" busy={task.busy}>
            {t('accounts.addNext')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
