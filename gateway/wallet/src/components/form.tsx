import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/**
 * A form that never leaves the page. When `onSubmit` says that something is missing (false), the first invalid field
 * gets the focus.
 */
export function Form(props: { onSubmit: () => boolean | void; children: ComponentChildren }) {
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (props.onSubmit() !== false) return;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form class="c-stack" ref={form} noValidate onSubmit={submit}>
      {props.children}
    </form>
  );
}
