import type { Address } from '@cairn/protocol';
import { Identifier } from '@cairn/ui';
import { CopyAddress } from './copy-button.tsx';
import { useWallet } from '../wallet/context.ts';
import { nameOfAddress } from './names.ts';

/** Number of characters in a group: few enough to compare by eye. */
const GROUP_LENGTH = 4;

/**
 * A whole address in groups that are easy to compare. The gaps are not text: a copy or a screen reader gets the address
 * itself.
 * @param props.marked the characters to mark, by position
 */
export function AddressGroups({ address, marked }: { address: Address; marked?: readonly boolean[] }) {
  const characters = Array.from(address, (character, place) =>
    marked?.[place] ? <mark key={place}>{character}</mark> : character,
  );
  return (
    <span class="w-address">
      {Array.from({ length: Math.ceil(characters.length / GROUP_LENGTH) }, (_, group) => (
        <span class="w-address__group" key={group}>
          {characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH)}
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

/** The name of an address, or the shortened address if it has none. @param props.what the address's noun */
export function AddressName({ address, what }: { address: Address; what: string }) {
  const name = nameOfAddress(useWallet().wallet, address);
  if (name !== undefined) return <span title={address}>{name}</span>;
  return <Identifier value={address} what={what} length="short" copy={false} />;
}
