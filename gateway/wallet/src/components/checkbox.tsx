import { useId } from 'preact/hooks';

/** A labelled box to tick. */
export function Checkbox(props: {
  label: string;
  checked: boolean;
  /** Why it has to be ticked; shown below it. */
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
