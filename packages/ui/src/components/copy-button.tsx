import { useEffect, useState } from 'preact/hooks';
import { useComponentTexts } from '../language/component-texts.ts';
import { classes } from '../lib/classes.ts';
import { Icon, type IconName } from './icon.tsx';

/** State of a copy: `done` and `failed` return to `idle` after a moment. */
export type CopyState = 'idle' | 'done' | 'failed';

const SHOWN_MS = 1_800;
const ICONS: Record<CopyState, IconName> = { idle: 'copy', done: 'check', failed: 'cross' };

export interface CopyButtonProps {
  /** Text for the clipboard. */
  value: string;
  /** Name of the value, for the button's name: `Copy block ID`. */
  what: string;
  onCopied?: (() => void) | undefined;
}

/** Copies the whole value and shows whether that worked. */
export function CopyButton({ value, what, onCopied }: CopyButtonProps) {
  const { state, copy } = useCopy(value, onCopied);
  const { t } = useComponentTexts();
  const name = t('copy', { what });
  const spoken = { idle: '', done: t('copied'), failed: t('copyFailed') }[state];
  return (
    <>
      <button
        type="button"
        class={classes('c-icon-button', state !== 'idle' && `c-icon-button--${state}`)}
        aria-label={name}
        title={spoken === '' ? name : spoken}
        onClick={copy}
      >
        <Icon name={ICONS[state]} />
      </button>
      {/* Beside it: what is in a button is not announced. */}
      <span class="c-visually-hidden" role="status">
        {spoken}
      </span>
    </>
  );
}

/** A function that copies `value` to the clipboard, and the state of its last call. */
export function useCopy(value: string, onCopied?: () => void): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    try {
      // Throws without a `clipboard`, outside a secure context.
      await navigator.clipboard.writeText(value);
    } catch {
      return setState('failed');
    }
    setState('done');
    onCopied?.();
  };
  return { state, copy: () => void copy() };
}
