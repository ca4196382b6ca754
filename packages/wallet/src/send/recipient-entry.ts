import {
  ADDRESS_LENGTH,
  COINBASE_SENDER,
  getNetwork,
  identifyAddressNetwork,
  isValidAddress,
  type NetworkName,
} from '@cairn/protocol';

/** Why a typed recipient is not an address that can be paid. */
export type RecipientProblem =
  'empty' | 'too_short' | 'too_long' | 'alphabet' | 'wrong_network' | 'checksum' | 'coinbase_sender';

export type RecipientEntry =
  | { readonly ok: true; readonly address: string; readonly own: boolean }
  | {
      readonly ok: false;
      readonly problem: RecipientProblem;
      /** `wrong_network`: the network that the address is of. */
      readonly network?: NetworkName;
      /** `alphabet`: the first character that no address has. */
      readonly character?: string;
      /** Characters typed, after white space was taken out. */
      readonly length: number;
    };

const NOT_BASE58 = /[^1-9A-HJ-NP-Za-km-z]/u;

/**
 * Checks a recipient as it is typed. White space is taken out first (addresses are often written in groups); nothing
 * else is changed. `own` are the addresses of this wallet.
 */
export function checkRecipient(
  text: string,
  network: NetworkName,
  own: readonly string[] = [],
): RecipientEntry {
  const address = text.replace(/\s+/g, '');
  const { length } = address;
  if (length === 0) return { ok: false, problem: 'empty', length };
  if (address === COINBASE_SENDER) return { ok: false, problem: 'coinbase_sender', length };
  const character = NOT_BASE58.exec(address)?.[0];
  if (character !== undefined) return { ok: false, problem: 'alphabet', character, length };
  if (length < ADDRESS_LENGTH) return { ok: false, problem: 'too_short', length };
  if (length > ADDRESS_LENGTH) return { ok: false, problem: 'too_long', length };
  if (isValidAddress(address, getNetwork(network))) return { ok: true, address, own: own.includes(address) };
  const other = identifyAddressNetwork(address);
  if (other !== undefined) return { ok: false, problem: 'wrong_network', network: other, length };
  return { ok: false, problem: 'checksum', length };
}
