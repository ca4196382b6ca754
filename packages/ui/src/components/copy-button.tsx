import { useEffect, useState } from 'preact/hooks';
import { useComponentTexts } from '../language/component-texts.ts';
import { classes } from '../lib/classes.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

/**
 * State of a copy: `done` and `failed` return to `idle` after a moment. `replaced`: the clipboard no longer holds the copy,
 * as some malware replaces copied addresses.
 */
export type CopyState = 'idle' | 'done' | 'failed' | 'replaced';

/** How long a result is shown, in milliseconds; malware replaces a copied address in less. */
const SHOWN_MS = 1_800;
const ICONS: Record<CopyState, IconName> = {
  idle: 'copy',
  done: 'check',
  failed: 'cross',
  replaced: 'cross',
};

export interface CopyButtonProps {
  /** Text for the clipboard. */
  value: string;
  /** Name of the value, for the button's name: `Copy block ID`. */
  what: string;
  /** Text of a wide button, with the result below it; an icon alone without it. */
  label?: string | undefined;
  primary?: boolean | undefined;
}

/** Copies the whole value, and shows whether that worked and lasted. */
export function CopyButton({ value, what, label, primary = false }: CopyButtonProps) {
  const { state, copy } = useCopy(value);
  const { t } = useComponentTexts();
  const name = t('copy', { what });
  const result = { idle: '', done: t('copied'), failed: t('copyFailed'), replaced: '' }[state];
  const warning = state === 'replaced' && (
    <span class="c-field__error" role="alert">
      {t('copyReplaced')}
    </span>
  );
  if (label !== undefined) {
    return (
      <div class="c-stack c-stack--tight c-copy">
        <Button variant={primary ? 'primary' : 'secondary'} wide onClick={copy}>
          <Icon name={ICONS[state]} /> {label}
        </Button>
        <p class="c-small c-muted" role="status">
          {result}
        </p>
        {warning}
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        class={classes('c-icon-button', state !== 'idle' && `c-icon-button--${state}`)}
        aria-label={name}
        title={result === '' ? name : result}
        onClick={copy}
      >
        <Icon name={ICONS[state]} />
      </button>
      {/* Beside it: what is in a button is not announced. */}
      <span class="c-visually-hidden" role="status">
        {result}
      </span>
      {warning}
    </>
  );
}

/** A function that copies `value` to the clipboard, and the state of its last call. */
export function useCopy(value: string): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => setState('idle'), [value]);
  useEffect(() => {
    if (state !== 'done' && state !== 'failed') return undefined;
    const end = async () => setState(state === 'done' && (await isReplaced(value)) ? 'replaced' : 'idle');
    const timer = setTimeout(() => void end(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state, value]);
  const copy = async (): Promise<void> => {
    try {
      // Throws without a `clipboard`, outside a secure context.
      await navigator.clipboard.writeText(value);
      setState('done');
    } catch {
      setState('failed');
    }
  };
  return { state, copy: () => void copy() };
}

/** Whether the clipboard holds something else. Looks only where the page may read it without asking. */
async function isReplaced(value: string): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    return state === 'granted' && (await navigator.clipboard.readText()) !== value;
  } catch {
    return false; // a browser without this permission, or another window has the focus
  }
}
