import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { classes } from '../lib/classes.ts';

export interface TextFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  hint?: string | undefined;
  /** Validation error; shown instead of the hint. */
  error?: string | undefined;
  /** Shown after the value inside the field, such as `CRN`. */
  unit?: string | undefined;
  type?: 'text' | 'password' | 'search' | undefined;
  /** Makes the field a text area with this many lines. */
  rows?: number | undefined;
  mono?: boolean | undefined;
  placeholder?: string | undefined;
  required?: boolean | undefined;
  autoComplete?: string | undefined;
  inputMode?: 'text' | 'decimal' | 'numeric' | 'search' | undefined;
  maxLength?: number | undefined;
  name?: string | undefined;
  id?: string | undefined;
}

/**
 * A text field with label, hint and error. Spell checking is off, and completion unless set: it is for amounts,
 * addresses and secrets.
 */
export function TextField(props: TextFieldProps) {
  const ownId = useId();
  const id = props.id ?? ownId;
  const message = props.error ?? props.hint;
  const messageId = message === undefined ? undefined : `${id}-message`;
  const invalid = props.error !== undefined;
  return (
    <div class={classes('c-field', invalid && 'c-field--invalid')}>
      <label class="c-field__label" for={id}>
        {props.label}
      </label>
      <div class="c-field__control">
        <Control {...props} id={id} messageId={messageId} />
        {props.unit !== undefined && <span class="c-field__unit">{props.unit}</span>}
      </div>
      {message !== undefined && (
        <p class={invalid ? 'c-field__error' : 'c-field__hint'} id={messageId}>
          {message}
        </p>
      )}
    </div>
  );
}

function Control(props: TextFieldProps & { id: string; messageId: string | undefined }) {
  const { onInput, rows, mono = false, type = 'text' } = props;
  const attributes = {
    id: props.id,
    class: classes('c-field__input', mono && 'c-field__input--mono'),
    value: props.value,
    name: props.name,
    placeholder: props.placeholder,
    required: props.required,
    maxLength: props.maxLength,
    inputMode: props.inputMode,
    autoComplete: props.autoComplete ?? 'off',
    autoCapitalize: 'off',
    spellcheck: false,
    'aria-invalid': props.error === undefined ? undefined : true,
    'aria-describedby': props.messageId,
    onInput: (event: JSX.TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onInput(event.currentTarget.value),
  } as const;
  return rows === undefined ? (
    <input type={type} {...attributes} />
  ) : (
    <textarea rows={rows} {...attributes} />
  );
}
