import { classes } from '../lib/classes.ts';
import { CopyButton } from './copy-button.tsx';

/** Characters at the end that always show. `identifier.css` reckons with the same number. */
const TAIL_LENGTH = 8;

export interface IdentifierProps {
  /** A block ID, transaction ID, address or other long string. */
  value: string;
  /** What it is, for the copy button's name: `block ID`. */
  what: string;
  /**
   * `fit` shortens the middle only where room is short, `short` always, `whole` never (it wraps); `table` is whole where
   * its table has room and short elsewhere.
   */
  length?: 'fit' | 'short' | 'table' | 'whole' | undefined;
  href?: string | undefined;
  /** Whether a copy button follows; true by default. */
  copy?: boolean | undefined;
}

/**
 * A long identifier in monospace, shortened in the middle for the eye. The page holds it whole: selecting, searching
 * and reading aloud get all of it, and so does the copy button.
 */
export function Identifier({ value, what, length = 'fit', href, copy = true }: IdentifierProps) {
  const text = length === 'whole' ? value : shortened(value);
  return (
    <span class={classes('c-identifier', `c-identifier--${length}`)}>
      {href === undefined ? (
        <span class="c-identifier__text" title={value}>
          {text}
        </span>
      ) : (
        <a class="c-identifier__text" href={href} title={value}>
          {text}
        </a>
      )}
      {copy && <CopyButton value={value} what={what} />}
    </span>
  );
}

function shortened(value: string) {
  const cut = Math.max(0, value.length - TAIL_LENGTH);
  return (
    <>
      <span class="c-identifier__head">{value.slice(0, cut)}</span>
      <span class="c-identifier__tail">{value.slice(cut)}</span>
    </>
  );
}
