import { Icon, TextField, type TextFieldProps } from '@cairn/ui';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../messages/messages.ts';

/** A labelled checkbox. */
export function Checkbox(props: {
  label: string;
  checked: boolean;
  /** Shown below the checkbox. */
  error?: string | undefined;
  onChange: (checked: boolean) => void;
}) {
  const { label, checked, error, onChange } = props;
  const id = useId();
  return (
    <div class="w-check-field">
      <label class="w-check">
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {error !== undefined && (
        <p class="c-field__error" id={id} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** A labelled `select` that looks like the design system's text field. */
export function SelectField(props: {
  label: string;
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
  hint?: string;
  hideLabel?: boolean;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div class="c-field">
      <label class={props.hideLabel ? 'c-visually-hidden' : 'c-field__label'} for={id}>
        {props.label}
      </label>
      <div class="c-field__control">
        <select
          id={id}
          class="c-field__input w-select"
          value={props.value}
          disabled={props.disabled}
          aria-describedby={props.hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {props.hint !== undefined && (
        <p class="c-field__hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
    </div>
  );
}

/** A search field whose visible label is its placeholder. */
export function SearchField(props: { label: string; value: string; onInput: (value: string) => void }) {
  const { label, value, onInput } = props;
  return (
    <span class="c-field__control w-search">
      <Icon name="search" />
      <input
        class="c-field__input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </span>
  );
}

/** The field shows the number of characters left when it is at most this. */
const SHOW_FROM = 10;

/** A text field of at most `maxLength` characters, which shows how many are left when the limit is near. */
export function LimitedField(props: TextFieldProps & { maxLength: number }) {
  const charactersLeft = describeCharactersLeft(props.value, props.maxLength);
  const full = props.value.length >= props.maxLength;
  return (
    <div>
      <TextField {...props} hint={charactersLeft ?? props.hint} />
      {/* Screen readers read the hint only together with the field: announce at once that the limit is reached. */}
      <span class="c-visually-hidden" role="status">
        {full && charactersLeft}
      </span>
    </div>
  );
}

/**
 * Text with the number of characters left; `undefined` if there are many. Counts UTF-16 code units, as `maxLength`
 * does.
 */
function describeCharactersLeft(value: string, maxLength: number): string | undefined {
  const left = maxLength - value.length;
  if (left > SHOW_FROM) return undefined;
  return left <= 0 ? t('common.lengthFull', { count: maxLength }) : t('common.lengthLeft', { count: left });
}

/** A file input for one file that looks like a button. An input, so that keyboards and screen readers can use it. */
export function FileButton(props: {
  /** Accessible name of the input. */
  label: string;
  /** Accepted file types, as in the `accept` attribute. */
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => void;
  children: ComponentChildren;
}) {
  const { label, accept, disabled = false, onFile, children } = props;
  return (
    <label class="c-button c-button--secondary w-file" aria-disabled={disabled || undefined}>
      {children}
      <input
        class="w-file__input"
        type="file"
        accept={accept}
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // Without this, the browser would ignore a second choice of the same file, for example after a correction.
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}
