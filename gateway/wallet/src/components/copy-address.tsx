import type { Address } from '@cairn/protocol';
import { classes } from '@cairn/ui';
import { type CopyResult, describeCopy, useCheckedCopy } from '../lib/checked-copy.ts';
import { t } from '../messages/messages.ts';
import { WalletIcon } from './wallet-icon.tsx';

/** A small button beside an address: copies it, looks whether the clipboard still holds it, and says what came of it. */
export function CopyAddress({ address, what }: { address: Address; what: string }) {
  const { result, copy } = useCheckedCopy(address);
  const spoken = result === undefined ? '' : describeCopy(result);
  const replaced = result === 'replaced';
  const name = t('copy.name', { what });
  return (
    <>
      <button
        type="button"
        class={classes('c-icon-button', result !== undefined && LOOKS[result])}
        aria-label={name}
        title={spoken === '' ? name : spoken}
        onClick={copy}
      >
        <WalletIcon name={result === 'checked' || result === 'unchecked' ? 'check' : 'copy'} />
        <span class="c-visually-hidden" role="status">
          {replaced ? '' : spoken}
        </span>
      </button>
      {replaced && (
        <span class="w-copy-alarm c-field__error" role="alert" title={t('copy.replacedText')}>
          {t('copy.replacedShort')}
        </span>
      )}
    </>
  );
}

const LOOKS: Record<CopyResult, string | false> = {
  copied: false,
  checked: 'c-icon-button--done',
  unchecked: 'c-icon-button--done',
  replaced: 'c-icon-button--failed',
  failed: 'c-icon-button--failed',
};
