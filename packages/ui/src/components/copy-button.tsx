import { classes } from '../lib/classes.ts';
import { useCopy } from '../lib/use-copy.ts';
import { Icon, type IconName } from './icon.tsx';

const ICONS: Record<string, IconName> = { idle: 'copy', done: 'check', failed: 'cross' };
const SPOKEN: Record<string, string> = { idle: '', done: 'Copied', failed: 'Copying failed' };

export interface CopyButtonProps {
  /** What goes to the clipboard. */
  value: string;
  /** What it is, for the button's name: `Copy block ID`. */
  what: string;
}

/** Copies a value whole, and says whether that worked. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const { state, copy } = useCopy(value);
  const name = `Copy ${what}`;
  return (
    <button
      type="button"
      class={classes('c-icon-button', state !== 'idle' && `c-icon-button--${state}`)}
      aria-label={name}
      title={SPOKEN[state] || name}
      onClick={copy}
    >
      <Icon name={ICONS[state] ?? 'copy'} />
      <span class="c-visually-hidden" role="status">
        {SPOKEN[state]}
      </span>
    </button>
  );
}
