import { Button } from '@cairn/ui';
import { CONTENTS_LIMITS, labelOf, setLabel } from '@cairn/wallet';
import { useState } from 'preact/hooks';
import { useWallet } from '../../wallet/context.ts';
import { useFocusOnChange } from '../../shared/use-focus-on-change.ts';
import { useTask } from '../../shared/use-task.ts';
import { describeFailure } from '../../shared/error-texts.ts';
import { Form } from '../../shared/form.tsx';
import { LimitedField } from '../../shared/fields.tsx';
import { WalletIcon } from '../../shared/wallet-icon.tsx';
import { t } from './texts.ts';

/** A button that unfolds into a field for the private label of a transaction. */
export function LabelEditor({ id }: { id: string }) {
  const { wallet } = useWallet();
  const [editing, setEditing] = useState(false);
  const label = labelOf(wallet.labels, id);
  const container = useFocusOnChange(editing);
  return (
    <div class={editing ? 'w-label-form' : undefined} ref={container}>
      {editing ? (
        <LabelForm id={id} label={label ?? ''} onDone={() => setEditing(false)} />
      ) : (
        <Button size="sm" onClick={() => setEditing(true)}>
          <WalletIcon name="tag" /> {t(label === undefined ? 'label.add' : 'label.edit')}
        </Button>
      )}
    </div>
  );
}

function LabelForm({ id, label, onDone }: { id: string; label: string; onDone: () => void }) {
  const { model, wallet } = useWallet();
  const task = useTask();
  const [typed, setTyped] = useState(label);
  const full = setLabel(wallet.labels, id, typed) === wallet.labels && typed.trim() !== '' && label === '';
  const save = async (): Promise<void> => {
    await model.vault.updateContents((contents) => ({
      ...contents,
      labels: setLabel(contents.labels, id, typed),
    }));
    onDone();
  };
  return (
    <Form onSubmit={() => (full ? false : task.run(save))}>
      <LimitedField
        label={t('label.field')}
        value={typed}
        maxLength={CONTENTS_LIMITS.label}
        hint={t('label.hint')}
        error={full ? t('label.full') : task.error === undefined ? undefined : describeFailure(task.error)}
        onInput={setTyped}
      />
      <div class="c-row">
        <Button variant="primary" size="sm" type="submit" busy={task.busy}>
          {t('common.save')}
        </Button>
        <Button size="sm" disabled={task.busy} onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}
