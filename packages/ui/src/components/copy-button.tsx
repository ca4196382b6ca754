import { useUiWords } from '../language/language.tsx';
import { classes } from '../lib/classes.ts';
import { useCopy } from '../lib/use-copy.ts';
import { Icon, type IconName } from './icon.tsx';

const ICONS: Record<string, IconName> = { idle: 'copy', done: 'check', failed: 'cross' };

export interface CopyButtonProps {
  /** Text for the clipboard. */
  value: string;
  /** Name of the value, for the button's name: `Copy block ID`. */
  what: string;
}

/** Copies a value whole, and says whether that worked. */
export function CopyButton({ value, what }: CopyButtonProps) {
  const { state, copy } = useCopy(value);
  const words = useUiWords();
  const name = words.copy(what);
  const spoken = { idle: '', done: words.copied, failed: words.copyFailed }[state];
  return (
    <button
      type="button"
      class={classes('c-icon-button', state !== 'idle' && `c-icon-button--${state}`)}
      aria-label={name}
      title={spoken === '' ? name : spoken}
      onClick={copy}
    >
      <Icon name={ICONS[state] ?? 'copy'} />
      <span class="c-visually-hidden" role="status">
        {spoken}
      </span>
    </button>
  );
}
