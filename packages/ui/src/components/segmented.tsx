import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: ComponentChildren;
  /** Accessible name, for a label that is only an icon. */
  name?: string | undefined;
}

export interface SegmentedProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  options: readonly SegmentedOption<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** A segmented control: radio buttons that look like one bar. Arrow keys change the choice. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChoose } = props;
  const group = useId();
  return (
    <div class="c-segmented" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} class="c-segmented__option" title={option.name}>
          <input
            class="c-segmented__input"
            type="radio"
            name={group}
            value={option.value}
            checked={value === option.value}
            aria-label={option.name}
            onChange={() => onChoose(option.value)}
          />
          <span class="c-segmented__label">{option.label}</span>
        </label>
      ))}
    </div>
  );
}
