/** Addresses of nodes and their networks: keys and addresses cost an attacker nothing, networks do. */
import { tryGetNetConfig } from '@libp2p/utils';
import type { Multiaddr } from '@multiformats/multiaddr';
import ipaddr from 'ipaddr.js';
import { piecesOf } from './wire.ts';

/** IP address and port on which a node may accept connections. */
export interface PeerAddress {
  /** An IP address in its canonical form (`canonicalHost`). */
  readonly host: string;
  readonly port: number;
}

/** `local`: loopback and private networks. `special`: no peer can have it (unspecified, multicast, documentation, a name). */
export type AddressScope = 'local' | 'public' | 'special';

const LOCAL_RANGES = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/** @returns `undefined` for anything but an IP address; IPv4 in IPv6 is IPv4 */
function parse(host: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = host.replace(/%.*$/, '');
  const isAddress = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  return isAddress && ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

export function scopeOf(host: string): AddressScope {
  const range = parse(host)?.range() ?? '';
  return range === 'unicast' ? 'public' : LOCAL_RANGES.has(range) ? 'local' : 'special';
}

/** Canonical form of an IP address: IPv6 in its shortest form, IPv4 in IPv6 as IPv4, without a zone. */
export function canonicalHost(host: string): string {
  const address = parse(host);
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : (address?.toString() ?? host);
}

/** The network that usually has one owner: an IPv4 /24 or an IPv6 /48, like `203.0.114.0/24`. Limits count by it. */
export function networkOf(host: string): string {
  return prefixOf(host, 24, 48);
}

/** What is banned after misbehaviour: an IPv4 address, or an IPv6 /64, because one machine can use any address in it. */
export function banKeyOf(host: string): string {
  return prefixOf(host, 32, 64);
}

function prefixOf(host: string, bits4: number, bits6: number): string {
  const address = parse(host);
  if (address === undefined) return host;
  const [kind, bits] = address instanceof ipaddr.IPv6 ? [ipaddr.IPv6, bits6] : [ipaddr.IPv4, bits4];
  return `${kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/** Host of a multiaddr in canonical form; `unknown` if it has none. */
export function hostOf(address: Multiaddr): string {
  return canonicalHost(tryGetNetConfig(address)?.host ?? 'unknown');
}

/** The multiaddr to dial: `/ip4/203.0.113.5/tcp/18445`. */
export function multiaddrOf({ host, port }: PeerAddress): string {
  return `/ip${host.includes(':') ? 6 : 4}/${host}/tcp/${port}`;
}

/**
 * True if an address may be shared with a peer, or taken from it: local ones only with local peers, those of this machine only
 * with peers on it.
 * @param peer its IP address
 */
export function mayShare({ host }: PeerAddress, peer: string): boolean {
  if (scopeOf(host) === 'public') return true;
  return isLoopback(host) ? isLoopback(peer) : scopeOf(peer) === 'local';
}

const isLoopback = (host: string): boolean => parse(host)?.range() === 'loopback';

/** Size of an address in a message: IPv6, or IPv4 as `::ffff:a.b.c.d`, and the port. */
const ENTRY_SIZE = 18;
/** Maximum number of addresses in a message, and its size. */
export const MAX_ADDRESSES = 64;
export const MAX_ADDRESSES_SIZE = MAX_ADDRESSES * ENTRY_SIZE;

export function encodeAddresses(addresses: readonly PeerAddress[]): Uint8Array {
  const entries = addresses.map(({ host, port }) => {
    const address = ipaddr.parse(host);
    const bytes = (address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address).toByteArray();
    return Uint8Array.of(...bytes, port >>> 8, port & 255);
  });
  return Buffer.concat(entries);
}

/** @returns addresses in canonical form; `KnownAddresses` decides which may be dialed @throws ProtocolViolation */
export function decodeAddresses(bytes: Uint8Array): PeerAddress[] {
  return piecesOf(bytes, ENTRY_SIZE, 'it sent an invalid list of addresses').map((entry) => {
    const host = canonicalHost(ipaddr.fromByteArray([...entry.subarray(0, -2)]).toString());
    return { host, port: entry.at(-2)! * 256 + entry.at(-1)! };
  });
}
