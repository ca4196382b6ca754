import type { ComponentChildren } from 'preact';

/** Chooses one file; looks like a button and is the browser's own field, so that keyboard and screen reader know it. */
export function FileButton(props: {
  /** Kind of the chosen file, for the field's name. */
  label: string;
  /** Kinds of files, as the field's `accept`. */
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
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}
