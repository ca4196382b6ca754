import type { Address } from '@cairn/protocol';
import { Identifier } from '@cairn/ui';
import { CopyAddress } from './copy-address.tsx';

/** An address with a button that copies it and looks after the copy. @param what it is, for the button's name */
export function CheckedAddress(props: { address: Address; what: string; length?: 'fit' | 'whole' }) {
  const { address, what, length = 'fit' } = props;
  return (
    <span class="w-checked-address">
      <Identifier value={address} what={what} length={length} copy={false} />
      <CopyAddress address={address} what={what} />
    </span>
  );
}
