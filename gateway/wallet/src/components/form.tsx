import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Notice } from '@cairn/ui';
import type { Task } from '../lib/use-task.ts';
import { t } from '../messages/messages.ts';
import { describeFailure } from '../lib/error-texts.ts';

/**
 * A form that never leaves the page. When `onSubmit` says that something is missing (false), the first invalid field
 * gets the focus, and so it does when `rejected` becomes true: the button that was pressed had to let go of it.
 */
export function Form(props: {
  onSubmit: () => boolean | void;
  rejected?: boolean;
  children: ComponentChildren;
}) {
  const { rejected = false } = props;
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = (): void => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  useEffect(() => {
    if (rejected) focusInvalid();
  }, [rejected]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (props.onSubmit() !== false) return;
    requestAnimationFrame(focusInvalid);
  };
  return (
    <form class="c-stack" ref={form} noValidate onSubmit={submit}>
      {props.children}
    </form>
  );
}

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

/** Error of the last run of a task, in words; nothing if it succeeded. */
export function TaskFailure({ task, title }: { task: Pick<Task, 'error'>; title?: string }) {
  if (task.error === undefined) return null;
  return (
    <Notice tone="error" title={title} live>
      {describeFailure(task.error)}
    </Notice>
  );
}
