import { base58 } from '@scure/base';
import { concatBytes } from './bytes.ts';
import { ProtocolError } from './errors.ts';
import { hash160, sha256d } from './hash.ts';
import type { Address } from './identifiers.ts';
import { NETWORK_NAMES, NETWORKS, type Network, type NetworkName } from './networks.ts';

/** Number of characters of every address and of the coinbase sender. */
export const ADDRESS_LENGTH = 34;
/** Size of the public key hash that an address encodes, in bytes. */
export const ADDRESS_HASH_SIZE = 20;
/** Sender of each coinbase; never a valid address (PROTOCOL.md section 2). */
export const COINBASE_SENDER: Address = '0'.repeat(ADDRESS_LENGTH);

const CHECKSUM_SIZE = 4;

/** Why a text is not a valid address. */
export type AddressProblem = 'length' | 'alphabet' | 'checksum' | 'version';

function invalidAddress(reason: AddressProblem, message: string): ProtocolError {
  return new ProtocolError('invalid_address', message, { reason });
}

/**
 * Base58Check address of a hash (PROTOCOL.md section 2).
 * @param hash 20 bytes: RIPEMD160(SHA256(X ‖ Y))
 * @returns 34 characters
 */
export function encodeAddress(hash: Uint8Array, network: Network): Address {
  const payload = concatBytes(Uint8Array.of(network.addressVersion), hash);
  return base58.encode(concatBytes(payload, sha256d(payload).subarray(0, CHECKSUM_SIZE)));
}

/** Version byte and hash of an address of any network. Checks its form and checksum. */
function decodeAnyAddress(address: string): { version: number; hash: Uint8Array } {
  if (address.length !== ADDRESS_LENGTH) throw invalidAddress('length', 'an address has 34 characters');
  let decoded: Uint8Array;
  try {
    decoded = base58.decode(address);
  } catch {
    throw invalidAddress('alphabet', 'an address uses the Base58 alphabet only');
  }
  if (decoded.length !== 1 + ADDRESS_HASH_SIZE + CHECKSUM_SIZE) {
    throw invalidAddress('length', 'an address encodes 25 bytes');
  }
  const payload = decoded.subarray(0, 1 + ADDRESS_HASH_SIZE);
  const checksum = sha256d(payload);
  for (let index = 0; index < CHECKSUM_SIZE; index += 1) {
    if (checksum[index] !== decoded[payload.length + index]) {
      throw invalidAddress('checksum', 'the checksum does not match: one character may be mistyped');
    }
  }
  return { version: payload[0]!, hash: payload.subarray(1) };
}

/**
 * The 20-byte hash of an address.
 * @throws ProtocolError `invalid_address` with `data.reason`, an `AddressProblem`
 */
export function decodeAddress(address: string, network: Network): Uint8Array {
  const { version, hash } = decodeAnyAddress(address);
  if (version !== network.addressVersion) {
    throw invalidAddress('version', `not an address of ${network.name}`);
  }
  return hash;
}

/**
 * Validates a text as an address of a network.
 * @throws ProtocolError `invalid_address` with `data.reason`, an `AddressProblem`
 */
export function parseAddress(text: string, network: Network): Address {
  decodeAddress(text, network);
  return text;
}

/** True for a valid address of this network: 34 characters, a matching checksum and the network's version byte. */
export function isValidAddress(address: string, network: Network): boolean {
  try {
    decodeAddress(address, network);
    return true;
  } catch {
    return false; // invalid_address, for any reason
  }
}

/** The address of a public key. @param publicKey the 64 bytes X ‖ Y */
export function addressFromPublicKey(publicKey: Uint8Array, network: Network): Address {
  return encodeAddress(hash160(publicKey), network);
}

/** The network of an address; `undefined` if the text is not a valid address of any network. */
export function identifyAddressNetwork(address: string): NetworkName | undefined {
  try {
    const { version } = decodeAnyAddress(address);
    return NETWORK_NAMES.find((name) => NETWORKS[name].addressVersion === version);
  } catch {
    return undefined; // not an address at all
  }
}
