import { Icon } from '@cairn/ui';

/** A field to look for something with; its label is for those who do not see the glass. */
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
