import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { classes } from '../lib/classes.ts';
import { CopyButton } from './copy-button.tsx';

/** Characters at the end that always show. `identifier.css` reckons with the same number. */
const TAIL_LENGTH = 8;

/** The reader's labels of identifiers, shown beside them. Absent without any. */
export const LabelsContext = createContext<ReadonlyMap<string, string> | undefined>(undefined);

export interface IdentifierProps {
  /** A block ID, transaction ID, address or other long string. */
  value: string;
  /** Kind of identifier, for the copy button's name: `block ID`. */
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
 * and reading aloud get all of it, and so does the copy button. Where it is short, its label takes the room of the rest.
 */
export function Identifier({ value, what, length = 'fit', href, copy = true }: IdentifierProps) {
  const label = useContext(LabelsContext)?.get(value);
  const look = classes(
    'c-identifier',
    `c-identifier--${length}`,
    label !== undefined && 'c-identifier--labelled',
  );
  const text = length === 'whole' ? <>{value}</> : shortened(value);
  const title = label === undefined ? value : `${label}: ${value}`;
  const content = label === undefined ? text : labelled(label, text);
  return (
    <span class={look}>
      {href === undefined ? (
        <span class="c-identifier__text" title={title}>
          {content}
        </span>
      ) : (
        <a class="c-identifier__text" href={href} title={title}>
          {content}
        </a>
      )}
      {copy && <CopyButton value={value} what={what} />}
    </span>
  );
}

/** The label of an identifier that a narrow table leaves out; shown there alone. */
export function NarrowLabel({ value }: { value: string }) {
  const label = useContext(LabelsContext)?.get(value);
  return label === undefined ? null : (
    <bdi class="c-identifier__label c-identifier__label--narrow">{label}</bdi>
  );
}

/** The reader's own words, which may run the other way. */
function labelled(label: string, text: VNode) {
  return (
    <>
      <bdi class="c-identifier__label">{label}</bdi> {text}
    </>
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
