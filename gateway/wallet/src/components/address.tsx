import type { Address } from '@cairn/protocol';
import { Identifier } from '@cairn/ui';
import { CopyAddress } from './copy-address.tsx';

/** Characters of a group: few enough to compare by eye. */
const GROUP = 4;

/**
 * An address with all of its characters, in groups that are easy to compare. The gaps are drawn, not typed: copying
 * and reading aloud get the address itself.
 */
export function AddressGroups({ address }: { address: Address }) {
  const groups = address.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
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
