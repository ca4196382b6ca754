import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

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
