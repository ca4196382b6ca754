import type { RpcTransaction } from '@cairn/api/rpc';
import {
  type Address,
  ADDRESS_LENGTH,
  COINBASE_SENDER,
  getNetwork,
  identifyAddressNetwork,
  type NetworkName,
  parseAddress,
  parsePebbles,
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
  | 'checksum';

export type RecipientEntry =
  | { readonly ok: true; readonly address: Address }
  | {
      readonly ok: false;
      readonly problem: RecipientProblem;
      /** `wrong_network`: the network of the address. */
      readonly network?: NetworkName;
      /** `alphabet`: the first character that is not in the Base58 alphabet. */
      readonly character?: string;
      /** Number of typed characters, without white space. */
      readonly length: number;
    };

/** Maximum length of a typed recipient, in UTF-16 code units: an address in groups, with room to spare. */
const MAX_TYPED_LENGTH = 1_000;

const NOT_BASE58 = /[^1-9A-HJ-NP-Za-km-z]/u;

/** Ethereum and Bitcoin addresses. All are longer than this chain's, whose testnet addresses may begin with `TB1`. */
const FOREIGN_FORM = /^(?:0x[0-9a-f]{40}|(?:bc|tb)1[a-z0-9]{32,})$/i;

/**
 * Checks a recipient as it is typed. White space is removed first, because addresses are often written in groups;
 * nothing else is changed.
 */
export function checkRecipient(text: string, network: NetworkName): RecipientEntry {
  if (text.length > MAX_TYPED_LENGTH) return { ok: false, problem: 'too_long', length: text.length };
  const address = text.replace(/\s+/g, '');
  const { length } = address;
  if (length === 0) return { ok: false, problem: 'empty', length };
  if (FOREIGN_FORM.test(address)) return { ok: false, problem: 'foreign', length };
  const character = NOT_BASE58.exec(address)?.[0];
  if (character !== undefined) return { ok: false, problem: 'alphabet', character, length };
  if (length > ADDRESS_LENGTH) return { ok: false, problem: 'too_long', length };
  const read = readWhole(address, network);
  if (read !== undefined) return read;
  if (!address.startsWith(getNetwork(network).addressPrefix)) return { ok: false, problem: 'prefix', length };
  return { ok: false, problem: length < ADDRESS_LENGTH ? 'too_short' : 'checksum', length };
}

/** Checks an address with a valid checksum by its version byte; `undefined` for anything else. */
function readWhole(address: string, network: NetworkName): RecipientEntry | undefined {
  const { length } = address;
  try {
    return { ok: true, address: parseAddress(address, getNetwork(network)) };
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.data?.['reason'] !== 'version') return undefined;
    const other = identifyAddressNetwork(address);
    if (other === undefined) return { ok: false, problem: 'foreign', length };
    return { ok: false, problem: 'wrong_network', network: other, length };
  }
}

/**
 * Why an address is known, the most trusted first: an own account, a saved contact, a former recipient, a former payer,
 * which an attacker can easily become.
 */
const TRUSTS = ['own', 'contact', 'paid', 'paid_by'] as const;
export type Trust = (typeof TRUSTS)[number];

/** An address that the wallet knows. */
export interface KnownAddress {
  readonly address: Address;
  readonly trust: Trust;
  /** A contact's or account's name. */
  readonly name?: string;
}

/** Every address that the wallet knows, each with its highest trust. */
export function collectKnownAddresses(input: {
  own: readonly { readonly address: Address; readonly name?: string }[];
  contacts: readonly { readonly address: Address; readonly name: string }[];
  /** Loaded transfers of the own accounts. */
  transfers: readonly Pick<RpcTransaction, 'from_address' | 'to_address'>[];
}): KnownAddress[] {
  const own = new Set(input.own.map(({ address }) => address));
  const paid = input.transfers.filter(({ from_address }) => own.has(from_address));
  const received = input.transfers.filter(({ to_address }) => own.has(to_address));
  const seen: KnownAddress[] = [
    ...input.own.map((account) => ({ ...account, trust: 'own' as const })),
    ...input.contacts.map(({ address, name }) => ({ address, name, trust: 'contact' as const })),
    ...paid.map(({ to_address: address }) => ({ address, trust: 'paid' as const })),
    ...received.map(({ from_address: address }) => ({ address, trust: 'paid_by' as const })),
  ];
  const strongest = new Map<string, KnownAddress>();
  for (const item of seen) {
    if (item.address !== COINBASE_SENDER && !strongest.has(item.address)) strongest.set(item.address, item);
  }
  return [...strongest.values()];
}

/**
 * The most trusted address that `address` could be mistaken for. An own address or contact is not compared, because it
 * was checked when it was added; any other is compared with all addresses that are at least as trusted.
 */
export function findLookAlike(address: Address, known: readonly KnownAddress[]): KnownAddress | undefined {
  const rank = (trust: Trust | undefined): number =>
    trust === undefined ? TRUSTS.length : TRUSTS.indexOf(trust);
  const trust = known.find((item) => item.address === address)?.trust;
  if (trust === 'own' || trust === 'contact') return undefined;
  return known
    .filter((item) => rank(item.trust) <= rank(trust) && looksAlike(address, item.address))
    .toSorted((a, b) => rank(a.trust) - rank(b.trust))[0];
}

/** What an account has paid an address. */
export interface Payments {
  /** Pending ones included. */
  readonly count: number;
  /** In pebbles. */
  readonly total: bigint;
  /** Unix seconds of the newest one's block; absent while that is pending. */
  readonly last?: number | undefined;
}

/** The payments to an address among transfers, which are newest first. */
export function paymentsTo(
  address: Address,
  sender: Address,
  transfers: readonly RpcTransaction[],
): Payments {
  const paid = transfers.filter((item) => item.from_address === sender && item.to_address === address);
  return {
    count: paid.length,
    total: paid.reduce((sum, { value }) => sum + parsePebbles(value), 0n),
    last: paid[0]?.timestamp ?? undefined,
  };
}

/** Two addresses look alike from this number of equal characters: at both ends together, without the first character. */
const LOOK_ALIKE_CHARACTERS = 4;

/**
 * True if an address could be mistaken for another at a glance. The first character does not count, because it is the
 * same for all addresses of a network. Of random pairs, about one in two million (5 in 58^4) agrees this much, so a
 * match is likely deliberate (address poisoning).
 */
export function looksAlike(one: string, other: string): boolean {
  if (one === other) return false;
  const length = Math.min(one.length, other.length);
  let prefix = 0;
  while (prefix < length && one[prefix] === other[prefix]) prefix += 1;
  let suffix = 0;
  while (suffix < length - prefix && one.at(-1 - suffix) === other.at(-1 - suffix)) suffix += 1;
  return Math.max(0, prefix - 1) + suffix >= LOOK_ALIKE_CHARACTERS;
}

/** True for each position at which the two addresses differ. */
export function differingPositions(one: string, other: string): boolean[] {
  return Array.from(one, (character, position) => character !== other[position]);
}
