import { Button, Card, Notice, TextField } from '@cairn/ui';
import { checkRecipient, CONTENTS_LIMITS } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { Form } from '../../components/form.tsx';
import { useWallet } from '../../lib/context.ts';
import { explainRecipient } from '../../lib/entry-words.ts';
import { useTask } from '../../lib/use-task.ts';
import { describeFailure } from '../../lib/words.ts';
import { t } from '../../messages/messages.ts';

/** Adds an address to look at; checked as it is typed, as a recipient is. */
export function WatchAddress({ onDone }: { onDone: () => void }) {
  const { model, wallet } = useWallet();
  const task = useTask();
  const [typed, setTyped] = useState({ address: '', name: '' });
  const [strict, setStrict] = useState(false);
  const { network } = wallet;
  const address = typed.address.replace(/\s+/g, '');
  const entry = checkRecipient(address, network);
  const listed = wallet.accounts.some((account) => account.address === address);
  const submit = (): boolean => {
    setStrict(true);
    if (!entry.ok || listed) return false;
    task.run(async () => {
      await model.watchAddress({ address, name: typed.name });
      onDone();
    });
    return true;
  };
  const problem = (): string | undefined => {
    if (listed) return t('failure.accountListed');
    if (entry.ok || (!strict && (entry.problem === 'empty' || entry.problem === 'too_short')))
      return undefined;
    return explainRecipient(entry, address, network);
  };
  return (
    <Card>
      <Form onSubmit={submit}>
        <p class="c-muted c-small">{t('accounts.watchedText')}</p>
        <TextField
          label={t('accounts.addressLabel')}
          mono
          value={typed.address}
          hint={t('accounts.addressHint', { network })}
          error={problem()}
          onInput={(value) => setTyped({ ...typed, address: value })}
        />
        <TextField
          label={t('accounts.name')}
          value={typed.name}
          hint={t('accounts.nameOptional')}
          maxLength={CONTENTS_LIMITS.name}
          onInput={(name) => setTyped({ ...typed, name })}
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
            {t('accounts.watch')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
