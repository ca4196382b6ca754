import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Notice } from '@cairn/ui';
import type { Task } from './use-task.ts';
import { describeFailure } from './error-texts.ts';
import { t } from './texts.ts';

/**
 * A form that is submitted without leaving the page. The first invalid field gets the focus if `onSubmit` returns
 * false, and when `rejected` becomes true: the submit button was disabled during the task and has lost the focus.
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

/** The buttons of a form: cancel and submit. */
export function FormActions(props: {
  task: Pick<Task, 'busy'>;
  action: string;
  disabled?: boolean;
  onCancel: () => void;
}) {
  const { task, action, disabled = false, onCancel } = props;
  return (
    <div class="c-actions">
      <Button disabled={task.busy} onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button variant="primary" type="submit" busy={task.busy} disabled={disabled}>
        {action}
      </Button>
    </div>
  );
}

/** The error of a task's last run; nothing if it succeeded. */
export function TaskFailure({ task, title }: { task: Pick<Task, 'error'>; title?: string }) {
  if (task.error === undefined) return null;
  return (
    <Notice tone="error" title={title} live>
      {describeFailure(task.error)}
    </Notice>
  );
}
