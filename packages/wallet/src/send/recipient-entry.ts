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
 * Why a typed recipient cannot be paid. `foreign`: an address of another coin; `prefix`: no address of this network
 * begins like this, which is clear before the whole address is typed.
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
      /** `wrong_network`: the network of the address; `prefix`: the network whose addresses begin like this, if any. */
      readonly network?: NetworkName;
      /** `alphabet`: the first character that is not in the Base58 alphabet. */
      readonly character?: string;
      /** Number of typed characters, without white space. */
      readonly length: number;
    };

const NOT_BASE58 = /[^1-9A-HJ-NP-Za-km-z]/u;

/** Ethereum and Bitcoin addresses. All are longer than this chain's, whose testnet addresses may begin with `TB1`. */
const FOREIGN_FORM = /^(?:0x[0-9a-f]{40}|(?:bc|tb)1[a-z0-9]{32,})$/i;

/**
 * Checks a recipient as it is typed. White space is removed first, because addresses are often written in groups;
 * nothing else is changed. `own` are the addresses of this wallet.
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
export interface Typo {
  /** One wrong character, or two swapped neighbours, of which `position` is the first. */
  readonly kind: 'wrong' | 'swapped';
  readonly position: number;
}

/**
 * The only single typo that explains an invalid checksum; `undefined` if there is none or several. The correction is
 * not returned, because the right character must come from the recipient and not from a guess. Tries about 2,000
 * checksums, which takes a few hundredths of a second.
 */
export function findTypo(address: string, networkName: NetworkName): Typo | undefined {
  if (address.length !== ADDRESS_LENGTH) return undefined;
  const network = getNetwork(networkName);
  const typos: Typo[] = [];
  for (let position = 0; position < ADDRESS_LENGTH; position += 1) {
    if (isValidAddress(swapAt(address, position), network)) typos.push({ kind: 'swapped', position });
    const fits = BASE58.some((other) => isValidAddress(replaceAt(address, position, other), network));
    if (fits) typos.push({ kind: 'wrong', position });
  }
  return typos.length === 1 ? typos[0] : undefined;
}

function replaceAt(text: string, position: number, character: string): string {
  return text.slice(0, position) + character + text.slice(position + 1);
}

function swapAt(text: string, position: number): string {
  return text.slice(0, position) + (text[position + 1] ?? '') + text[position]! + text.slice(position + 2);
}
