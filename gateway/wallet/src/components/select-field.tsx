import { useId } from 'preact/hooks';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

/** A labelled choice among a few, in the look of the design system's text field. */
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
