import { Button, CopyButton as CopyIcon, Notice, useCopy } from '@cairn/ui';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from './texts.ts';
import { WalletIcon } from './wallet-icon.tsx';

/** Malware replaces a copied address within a second or two. */
const CHECK_AFTER_MS = 1_500;

/**
 * Where the page may read the clipboard without asking, it looks once after a copy whether the value is still there: some
 * malware replaces copied addresses.
 */
function useReplaced(value: string): { isReplaced: boolean; onCopied: () => void } {
  const [replaced, setReplaced] = useState<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), [value]);
  const check = async (): Promise<void> => {
    const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
    if (state === 'granted' && (await navigator.clipboard.readText()) !== value) setReplaced(value);
  };
  const onCopied = (): void => {
    setReplaced(undefined);
    // Rejects in browsers without this permission, or if another window has the focus: the copy stays unchecked.
    timer.current = setTimeout(() => void check().catch(() => undefined), CHECK_AFTER_MS);
  };
  return { isReplaced: replaced === value, onCopied };
}

/** A button that copies a text, and the result below it. */
export function CopyButton(props: { value: string; label: string; primary?: boolean }) {
  const { value, label, primary = false } = props;
  const { isReplaced, onCopied } = useReplaced(value);
  const { state, copy } = useCopy(value, onCopied);
  return (
    <div class="c-stack c-stack--tight w-copy">
      <Button variant={primary ? 'primary' : 'secondary'} wide onClick={copy}>
        <WalletIcon name={state === 'done' ? 'check' : 'copy'} /> {label}
      </Button>
      <p class="c-small c-muted" role="status">
        {state !== 'idle' && t(`copy.${state}`)}
      </p>
      {isReplaced && (
        <Notice tone="error" title={t('copy.replaced')} live>
          {t('copy.replacedText')}
        </Notice>
      )}
    </div>
  );
}

/** An icon button that copies an address. @param props.what the address's noun in the button's name */
export function CopyAddress({ address, what }: { address: string; what: string }) {
  const { isReplaced, onCopied } = useReplaced(address);
  return (
    <>
      <CopyIcon value={address} what={what} onCopied={onCopied} />
      {isReplaced && (
        <span class="c-field__error" role="alert" title={t('copy.replacedText')}>
          {t('copy.replacedShort')}
        </span>
      )}
    </>
  );
}
