import { isValidAddress, type AddressCheck } from '@cairn/protocol';

/** Addresses that are remembered at the most; then the memory starts anew. */
const CAPACITY = 50_000;

/**
 * A check of one network's addresses that remembers what it found valid: a checksum is two hashes, and most addresses come
 * again and again.
 */
export function rememberingAddressCheck(): AddressCheck {
  const known = new Set<string>();
  return (address, network) => {
    if (known.has(address)) return true;
    if (!isValidAddress(address, network)) return false;
    if (known.size >= CAPACITY) known.clear();
    known.add(address);
    return true;
  };
}
