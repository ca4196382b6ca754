import { Button, Notice } from '@cairn/ui';
import { isWalletError } from '@cairn/wallet';
import type { ComponentChildren } from 'preact';
import { type MutableRef, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { describeFailure } from './error-texts.ts';
import { t } from './texts.ts';

/** Asynchronous work that a button starts. */
export interface Task {
  readonly busy: boolean;
  /** Error of the last run. */
  readonly error: unknown;
  run(work: () => Promise<void>): void;
  clearError(): void;
}

/** Runs one task at a time; a second press while it runs does nothing. */
export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const running = useRef(false);
  const finish = (failure: unknown): void => {
    running.current = false;
    setBusy(false);
    setError(failure);
  };
  const run = (work: () => Promise<void>): void => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(undefined);
    work().then(() => finish(undefined), finish);
  };
  return { busy, error, run, clearError: () => setError(undefined) };
}

/** The error of a task's last run, as a notice or as a line; nothing if it succeeded. */
export function TaskFailure(props: { task: Pick<Task, 'error'>; title?: string; inline?: boolean }) {
  const { task, title, inline = false } = props;
  if (task.error === undefined) return null;
  if (inline) {
    return (
      <p class="c-field__error" role="alert">
        {describeFailure(task.error)}
      </p>
    );
  }
  return (
    <Notice tone="error" title={title} live>
      {describeFailure(task.error)}
    </Notice>
  );
}

/**
 * A form that is submitted without leaving the page. The first invalid field gets the focus if `onSubmit` returns
 * false, and when `rejected` becomes another true value, after a task.
 * @param props.children the fields; those that show some errors only after a submission get whether there was one
 */
export function Form(props: {
  onSubmit: () => boolean | void;
  rejected?: unknown;
  children: ComponentChildren | ((submitted: boolean) => ComponentChildren);
}) {
  const { rejected, children } = props;
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = (): void => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  useEffect(() => {
    if (rejected) focusInvalid();
  }, [rejected]);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (props.onSubmit() !== false) return;
    requestAnimationFrame(focusInvalid);
  };
  return (
    <form class="c-stack" ref={form} noValidate onSubmit={submit}>
      {typeof children === 'function' ? children(submitted) : children}
    </form>
  );
}

/** A form that runs a task when it is submitted, with the task's error and its buttons. */
export function TaskForm(props: {
  /** Returns false if a field is invalid: the task does not run then. */
  check?: () => boolean;
  run: () => Promise<void>;
  action: string;
  /** The button's text while the task runs. */
  busy?: string;
  danger?: boolean;
  leave?: string;
  /** Absent for a form with one button, which is as wide as the form. */
  onLeave?: (() => void) | undefined;
  /** Title of the error. */
  failed?: string;
  /**
   * The fields, which get the task and whether the form was submitted: a field for the wallet's password shows when it is wrong,
   * other fields show some errors only after a submission.
   */
  children: ComponentChildren | ((task: Task, submitted: boolean) => ComponentChildren);
}) {
  const { check, run, action, busy = action, danger = false, onLeave, failed, children } = props;
  const task = useTask();
  const wrong = isWrongPassword(task);
  const submit = (): boolean => {
    if (check?.() === false) return false;
    task.run(run);
    return true;
  };
  return (
    <Form onSubmit={submit} rejected={wrong}>
      {(submitted) => (
        <>
          {typeof children === 'function' ? children(task, submitted) : children}
          {!wrong && <TaskFailure task={task} {...(failed !== undefined && { title: failed })} />}
          <div class={onLeave === undefined ? undefined : 'c-actions'}>
            {onLeave !== undefined && (
              <Button disabled={task.busy} onClick={onLeave}>
                {props.leave ?? t('common.cancel')}
              </Button>
            )}
            <Button
              variant={danger ? 'danger' : 'primary'}
              type="submit"
              wide={onLeave === undefined}
              busy={task.busy}
            >
              {task.busy ? busy : action}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

/** True if the last password was wrong, which the password's field shows. */
export function isWrongPassword({ error }: Pick<Task, 'error'>): boolean {
  return isWalletError(error, 'wrong_password');
}

const FOCUSABLE = ['input', 'textarea', 'select', 'button'].map((name) => `${name}:not([disabled])`).join();

/**
 * Moves the focus when a part of a screen changes, such as a button that unfolds into a form. The pressed button
 * disappears then, and keyboard users would have to start at the top of the page; instead, the first field or button of
 * the part gets the focus; without one the part itself, if it can have it.
 * @param state identifies what the part shows; a change moves the focus
 * @returns ref for the element that contains the part
 */
export function useFocusOnChange<Container extends HTMLElement = HTMLDivElement>(
  state: unknown,
): MutableRef<Container | null> {
  const container = useRef<Container>(null);
  const before = useRef(state);
  useLayoutEffect(() => {
    if (before.current === state) return;
    before.current = state;
    (container.current?.querySelector<HTMLElement>(FOCUSABLE) ?? container.current)?.focus();
  }, [state]);
  return container;
}
