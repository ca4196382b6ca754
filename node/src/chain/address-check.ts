import { isValidAddress, type Network } from '@cairn/protocol';
import { ownText } from '../storage/own-text.ts';

/** Addresses that are remembered at the most; then the memory starts anew. */
const CAPACITY = 50_000;

/**
 * Tells the addresses of a network, and remembers what it found valid: a checksum is two hashes, and most addresses come
 * again and again.
 */
export function rememberingAddressCheck(network: Network): (text: string) => boolean {
  const known = new Set<string>();
  return (text) => {
    if (known.has(text)) return true;
    if (!isValidAddress(text, network)) return false;
    if (known.size >= CAPACITY) known.clear();
    known.add(ownText(text));
    return true;
  };
}
