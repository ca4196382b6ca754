import { classes } from '../lib/classes.ts';
import { buttonClasses, type ButtonStyle } from './button.tsx';

export interface FileButtonProps extends ButtonStyle {
  /** Accessible name of the input. */
  label: string;
  /** Accepted file types, as in the `accept` attribute; every type by default. */
  accept?: string | undefined;
  onFile: (file: File) => void;
}

/**
 * A file input for one file that looks like a button. An input, so that keyboards and screen readers can use it. In a file of
 * its own, because `button.tsx` is in the script of every page.
 */
export function FileButton(props: FileButtonProps) {
  const { label, accept, onFile, children } = props;
  return (
    <label class={classes(buttonClasses(props), 'c-file-button')}>
      {children}
      <input
        class="c-file-button__input"
        type="file"
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Without this, the browser would ignore a second choice of the same file, for example after a correction.
          currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}
