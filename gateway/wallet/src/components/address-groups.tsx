import type { Address } from '@cairn/protocol';
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
