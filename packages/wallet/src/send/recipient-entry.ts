import {
  type Address,
  ADDRESS_LENGTH,
  COINBASE_SENDER,
  getNetwork,
  identifyAddressNetwork,
  isValidAddress,
  NETWORK_NAMES,
  type NetworkName,
  parseAddress,
  ProtocolError,
} from '@cairn/protocol';

/**
 * Why a typed recipient cannot be paid. `foreign`: an address of another coin; `prefix`: no address of this network begins
 * like this, which is known before all of it is typed.
 */
export type RecipientProblem =
  | 'empty'
  | 'too_short'
  | 'too_long'
  | 'alphabet'
  | 'wrong_network'
  | 'foreign'
  | 'prefix'
  | 'checksum'
  | 'coinbase_sender';

export type RecipientEntry =
  | { readonly ok: true; readonly address: Address; readonly own: boolean }
  | {
      readonly ok: false;
      readonly problem: RecipientProblem;
      /** `wrong_network`: the address's network; `prefix`: the one whose addresses begin like this, if any. */
      readonly network?: NetworkName;
      /** `alphabet`: the first character that addresses do not use. */
      readonly character?: string;
      /** Characters typed, without white space. */
      readonly length: number;
    };

const NOT_BASE58 = /[^1-9A-HJ-NP-Za-km-z]/u;

/** Ethereum and Bitcoin addresses. All are longer than one of this chain, whose testnet addresses may begin with `TB1`. */
const FOREIGN_FORM = /^(?:0x[0-9a-f]{40}|(?:bc|tb)1[a-z0-9]{32,})$/i;

/**
 * Checks a recipient as it is typed. White space is removed first (addresses are often written in groups); nothing else
 * is changed. `own` are the addresses of this wallet.
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
  if (FOREIGN_FORM.test(address)) return { ok: false, problem: 'foreign', length };
  const character = NOT_BASE58.exec(address)?.[0];
  if (character !== undefined) return { ok: false, problem: 'alphabet', character, length };
  if (length > ADDRESS_LENGTH) return { ok: false, problem: 'too_long', length };
  const read = readWhole(address, network, own);
  if (read !== undefined) return read;
  if (!address.startsWith(getNetwork(network).addressPrefix)) return { ...prefixProblem(address), length };
  return { ok: false, problem: length < ADDRESS_LENGTH ? 'too_short' : 'checksum', length };
}

/** Checks an address with a valid checksum by its version byte; `undefined` for anything else. */
function readWhole(
  address: string,
  network: NetworkName,
  own: readonly string[],
): RecipientEntry | undefined {
  const { length } = address;
  try {
    return { ok: true, address: parseAddress(address, getNetwork(network)), own: own.includes(address) };
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.data?.['reason'] !== 'version') return undefined;
    const other = identifyAddressNetwork(address);
    if (other === undefined) return { ok: false, problem: 'foreign', length };
    return { ok: false, problem: 'wrong_network', network: other, length };
  }
}

function prefixProblem(address: string): { ok: false; problem: 'prefix'; network?: NetworkName } {
  const other = NETWORK_NAMES.find((name) => address.startsWith(getNetwork(name).addressPrefix));
  return { ok: false, problem: 'prefix', ...(other && { network: other }) };
}

const BASE58 = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');

/** A likely typo in an address with an invalid checksum. Positions count from 0. */
export interface Mistake {
  /** One wrong character, or two swapped neighbours (`place` is then the first). */
  readonly kind: 'wrong' | 'swapped';
  readonly place: number;
}

/**
 * The position of the only single typo that explains an invalid checksum; `undefined` for none or several candidates. The
 * correction is not returned: the right character must come from the recipient, not from a guess. Tries some 2,000
 * checksums, which takes a few hundredths of a second.
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
