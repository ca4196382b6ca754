import type { Address } from '@cairn/protocol';
import { classes, Identifier } from '@cairn/ui';
import { describeCopy, useCheckedCopy, type CopyResult } from './checked-copy.ts';
import { useWallet } from '../wallet/context.ts';
import { nameOfAddress } from './names.ts';
import { WalletIcon } from './wallet-icon.tsx';
import { t } from './texts.ts';

/** Number of characters in a group: few enough to compare by eye. */
const GROUP_LENGTH = 4;

/**
 * A whole address in groups that are easy to compare. The gaps are not text: a copy or a screen reader gets the address
 * itself.
 */
export function AddressGroups({ address }: { address: Address }) {
  const groups = address.match(new RegExp(`.{1,${GROUP_LENGTH}}`, 'g')) ?? [];
  return (
    <span class="w-address">
      {groups.map((group, index) => (
        <span class="w-address__group" key={index}>
          {group}
        </span>
      ))}
    </span>
  );
}

/**
 * An address with a button that copies it and checks the copy.
 * @param props.what the address's noun in the button's name
 */
export function CheckedAddress(props: { address: Address; what: string; length?: 'fit' | 'whole' }) {
  const { address, what, length = 'fit' } = props;
  return (
    <span class="w-checked-address">
      <Identifier value={address} what={what} length={length} copy={false} />
      <CopyAddress address={address} what={what} />
    </span>
  );
}

/** An icon button that copies an address, checks that the clipboard still contains it, and shows the result. */
export function CopyAddress({ address, what }: { address: Address; what: string }) {
  const { result, copy } = useCheckedCopy(address);
  const announcement = result === undefined ? '' : describeCopy(result);
  const replaced = result === 'replaced';
  const name = t('copy.name', { what });
  return (
    <>
      <button
        type="button"
        class={classes('c-icon-button', result !== undefined && LOOKS[result])}
        aria-label={name}
        title={announcement === '' ? name : announcement}
        onClick={copy}
      >
        <WalletIcon name={result === 'checked' || result === 'unchecked' ? 'check' : 'copy'} />
        <span class="c-visually-hidden" role="status">
          {replaced ? '' : announcement}
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

/** A recipient's name, or a shortened address if there is no name. */
export function RecipientName({ address }: { address: Address }) {
  const { wallet } = useWallet();
  const name = nameOfAddress(wallet, address);
  if (name !== undefined) return <strong title={address}>{name}</strong>;
  return <Identifier value={address} what={t('outbox.recipient_what')} length="short" copy={false} />;
}
