import { isValidAddress, type AddressCheck } from '@cairn/protocol';

/** Addresses that are remembered at the most; then the memory starts anew. */
const CAPACITY = 100_000;

/** An address check that remembers what it found valid: most recipients of a chain come again and again. */
export function rememberingAddressCheck(): AddressCheck {
  let known = new Set<string>();
  return (address, network) => {
    if (known.has(address)) return true;
    if (!isValidAddress(address, network)) return false;
    if (known.size >= CAPACITY) known = new Set();
    known.add(address);
    return true;
  };
}
