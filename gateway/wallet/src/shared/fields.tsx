import { Icon, TextField, type TextFieldProps } from '@cairn/ui';
import { useId } from 'preact/hooks';
import { t } from './texts.ts';

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
    <div>
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

/** A `select` that looks like the design system's text field. @param props.label its accessible name */
export function SelectField<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <div class="c-field__control">
      <select
        class="c-field__input"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(options[event.currentTarget.selectedIndex]!.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
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

/** A text field of at most `maxLength` UTF-16 code units, which says when it is full: the browser drops what is more. */
export function LimitedField(props: TextFieldProps & { maxLength: number }) {
  const full = props.value.length >= props.maxLength && t('common.lengthFull', { count: props.maxLength });
  return (
    <div>
      <TextField {...props} hint={full || props.hint} />
      {/* Screen readers read the hint only together with the field. */}
      <span class="c-visually-hidden" role="status">
        {full}
      </span>
    </div>
  );
}
