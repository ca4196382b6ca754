import type { Address } from '@cairn/protocol';
import { AddressFace, Identifier } from '@cairn/ui';
import { useWallet } from '../model/context.ts';
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

/** The name of an address, or the shortened address if it has none. @param props.what the address's noun */
export function AddressName({ address, what }: { address: Address; what: string }) {
  const name = nameOfAddress(useWallet().wallet, address);
  if (name !== undefined) {
    return (
      <span class="w-named" title={address}>
        <AddressFace address={address} />
        {name}
      </span>
    );
  }
  return <Identifier value={address} what={what} length="short" copy={false} />;
}
