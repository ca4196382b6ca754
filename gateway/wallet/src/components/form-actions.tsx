import { Button } from '@cairn/ui';
import type { Task } from '../lib/use-task.ts';
import { t } from '../messages/messages.ts';

/** The end of a form that folds out: the way back, and the button that submits it. */
export function FormActions(props: {
  task: Pick<Task, 'busy'>;
  action: string;
  disabled?: boolean;
  onCancel: () => void;
}) {
  const { task, action, disabled = false, onCancel } = props;
  return (
    <div class="w-actions">
      <Button disabled={task.busy} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button variant="primary" type="submit" busy={task.busy} disabled={disabled}>
        {action}
      </Button>
    </div>
  );
}
