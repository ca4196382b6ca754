import { ADDRESS_LENGTH } from '@cairn/protocol';
import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { useComponentTexts } from '../language/component-texts.ts';
import { classes } from '../lib/classes.ts';
import { AddressFace } from './address-face.tsx';
import { CopyButton } from './copy-button.tsx';

/** Characters at the end that are always visible; `identifier.css` uses the same number. */
const TAIL_LENGTH = 8;

/** The reader's own labels by identifier. Each is shown beside its identifier. */
export const LabelsContext = createContext<ReadonlyMap<string, string> | undefined>(undefined);

/** Names that an app gives to addresses without a label, such as devnet's public accounts; they look unlike labels. */
export const UsualNamesContext = createContext<ReadonlyMap<string, string> | undefined>(undefined);

export interface IdentifierProps {
  /** A block ID, transaction ID, address or other long string. */
  value: string;
  /** Kind of identifier, for the copy button's name: `block ID`. */
  what: string;
  /**
   * `fit` shortens the middle only if the whole value does not fit, `short` always, `whole` never (it wraps); `table`
   * is whole in a wide table and short in a narrow one.
   */
  length?: 'fit' | 'short' | 'table' | 'whole' | undefined;
  href?: string | undefined;
  /** Adds a copy button; true by default. */
  copy?: boolean | undefined;
}

/**
 * A long identifier in monospace, whose middle is clipped visually. The page contains the whole value, so that selecting,
 * searching and the copy button use all of it; screen readers hear both ends of a link. A label is shown before the identifier, and a
 * shortened identifier becomes shorter to give it room. An address has its face before it, and without a label its usual
 * name.
 */
export function Identifier({ value, what, length = 'fit', href, copy = true }: IdentifierProps) {
  const { t } = useComponentTexts();
  const own = useContext(LabelsContext)?.get(value);
  const usual = useContext(UsualNamesContext)?.get(value);
  const label = own ?? usual;
  const className = classes(
    'c-identifier',
    `c-identifier--${length}`,
    label !== undefined && 'c-identifier--labelled',
  );
  const text = length === 'whole' ? <>{value}</> : shortened(value, href !== undefined);
  const isUsual = own === undefined;
  const title =
    label === undefined ? value : `${label}${isUsual ? ` (${t('publicAccount')})` : ''}: ${value}`;
  const content = label === undefined ? text : labelled(label, isUsual, text);
  return (
    <span class={className}>
      {value.length === ADDRESS_LENGTH && <AddressFace address={value} />}
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

/** The usual name of an address, where it stands without an `Identifier`. */
export function UsualName({ address }: { address: string }) {
  const { t } = useComponentTexts();
  const name = useContext(UsualNamesContext)?.get(address);
  return name === undefined ? null : (
    <span class="c-identifier__label c-identifier__label--usual" title={t('publicAccount')}>
      {name}
    </span>
  );
}

/** `bdi` isolates the label, which may be written from right to left. */
function labelled(label: string, isUsual: boolean, text: VNode) {
  return (
    <>
      <bdi class={classes('c-identifier__label', isUsual && 'c-identifier__label--usual')}>{label}</bdi>{' '}
      {text}
    </>
  );
}

/** @param isLink true to name the link by both ends: nobody listens to 64 characters a row */
function shortened(value: string, isLink: boolean) {
  const cut = Math.max(0, value.length - TAIL_LENGTH);
  const shown = isLink ? Math.min(cut, TAIL_LENGTH) : cut;
  return (
    <>
      <span class="c-identifier__head">
        {value.slice(0, shown)}
        {shown < cut && <span aria-hidden="true">{value.slice(shown, cut)}</span>}
      </span>
      <span class="c-identifier__tail">{value.slice(cut)}</span>
    </>
  );
}
