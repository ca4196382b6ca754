import { ADDRESS_LENGTH, getNetwork, isValidAddress, type NetworkName } from '@cairn/protocol';

const BASE58 = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');

/** Likely position of a typo in an address with an invalid checksum. Positions count from 0. */
export interface Mistake {
  /** One wrong character, or two neighbours that changed places (then the first of them). */
  readonly kind: 'wrong' | 'swapped';
  readonly place: number;
}

/**
 * The position of the only single typo that explains a failed checksum; `undefined` for none or several candidates. Only
 * the position is returned, not the correction: the right character has to come from the recipient, not from a guess. Some
 * 2,000 checksums are tried, a few hundredths of a second.
 */
export function findMistake(address: string, networkName: NetworkName): Mistake | undefined {
  if (address.length !== ADDRESS_LENGTH) return undefined;
  const network = getNetwork(networkName);
  const mistakes: Mistake[] = [];
  for (let place = 0; place < ADDRESS_LENGTH; place += 1) {
    if (isValidAddress(swapAt(address, place), network)) mistakes.push({ kind: 'swapped', place });
    const fits = BASE58.some((other) => isValidAddress(replaceAt(address, place, other), network));
    if (fits) mistakes.push({ kind: 'wrong', place });
  }
  return mistakes.length === 1 ? mistakes[0] : undefined;
}

function replaceAt(text: string, place: number, character: string): string {
  return text.slice(0, place) + character + text.slice(place + 1);
}

function swapAt(text: string, place: number): string {
  return text.slice(0, place) + (text[place + 1] ?? '') + text[place]! + text.slice(place + 2);
}
