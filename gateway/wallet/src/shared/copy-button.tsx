import { Button, classes, Notice } from '@cairn/ui';
import { useEffect, useState } from 'preact/hooks';
import { t } from './texts.ts';
import { WalletIcon } from './wallet-icon.tsx';

/** Result of a copy. `replaced`: a moment later the clipboard contains something else. */
type CopyResult = 'copied' | 'replaced' | 'failed';

/** Malware replaces a copied address within a second or two. */
const CHECK_AFTER_MS = 1_500;

/**
 * A function that copies `value`, and the result of the last copy. Where the page may read the clipboard without asking,
 * it looks once whether the value is still there: some malware replaces copied addresses.
 */
function useCheckedCopy(value: string): { result: CopyResult | undefined; copy: () => void } {
  const [last, setLast] = useState<{ value: string; result: CopyResult } | undefined>(undefined);
  const result = last?.value === value ? last.result : undefined;
  const setResult = (next: CopyResult): void => setLast({ value, result: next });
  useEffect(() => {
    if (result !== 'copied') return undefined;
    const check = async (): Promise<void> => {
      const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
      if (state === 'granted' && (await navigator.clipboard.readText()) !== value) setResult('replaced');
    };
    // Rejects in browsers without this permission, or if another window has the focus: the copy stays unchecked.
    const timer = setTimeout(() => void check().catch(() => undefined), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [result, value]);
  const copy = async (): Promise<void> => {
    setLast(undefined);
    // Rejects outside a secure context, or if the browser refuses.
    await navigator.clipboard.writeText(value).then(
      () => setResult('copied'),
      () => setResult('failed'),
    );
  };
  return { result, copy: () => void copy() };
}

/** A button that copies a text, and the result below it. */
export function CopyButton(props: { value: string; label: string; primary?: boolean }) {
  const { value, label, primary = false } = props;
  const { result, copy } = useCheckedCopy(value);
  return (
    <div class="c-stack c-stack--tight w-copy">
      <Button variant={primary ? 'primary' : 'secondary'} wide onClick={copy}>
        <WalletIcon name={result === 'copied' ? 'check' : 'copy'} /> {label}
      </Button>
      <p class="c-small c-muted" role="status">
        {result !== undefined && result !== 'replaced' && t(`copy.${result}`)}
      </p>
      {result === 'replaced' && (
        <Notice tone="error" title={t('copy.replaced')} live>
          {t('copy.replacedText')}
        </Notice>
      )}
    </div>
  );
}

/** An icon button that copies an address. @param props.what the address's noun in the button's name */
export function CopyAddress({ address, what }: { address: string; what: string }) {
  const { result, copy } = useCheckedCopy(address);
  const name = t('copy.name', { what });
  return (
    <>
      <button
        type="button"
        class={classes(
          'c-icon-button',
          result === 'copied' && 'c-icon-button--done',
          (result === 'failed' || result === 'replaced') && 'c-icon-button--failed',
        )}
        aria-label={name}
        title={result === undefined ? name : t(`copy.${result}`)}
        onClick={copy}
      >
        <WalletIcon name={result === 'copied' ? 'check' : 'copy'} />
        <span class="c-visually-hidden" role="status">
          {result !== undefined && result !== 'replaced' && t(`copy.${result}`)}
        </span>
      </button>
      {result === 'replaced' && (
        <span class="c-field__error" role="alert" title={t('copy.replacedText')}>
          {t('copy.replacedShort')}
        </span>
      )}
    </>
  );
}
