/** Networks and scopes of IP addresses: keys and addresses cost an attacker nothing, networks do. */
import { tryGetNetConfig } from '@libp2p/utils';
import type { Multiaddr } from '@multiformats/multiaddr';
import ipaddr from 'ipaddr.js';

/** `special`: no peer can have it (unspecified, multicast, documentation, a name). */
export type AddressScope = 'loopback' | 'private' | 'public' | 'special';

const SCOPES: Readonly<Record<string, AddressScope>> = {
  loopback: 'loopback',
  private: 'private',
  linkLocal: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  unicast: 'public',
};

/** @returns `undefined` for anything but an IP address; IPv4 in IPv6 is IPv4 */
function parse(host: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const address = host.replace(/%.*$/, '');
  const isAddress = address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);
  return isAddress && ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

export function scopeOf(host: string): AddressScope {
  return SCOPES[parse(host)?.range() ?? ''] ?? 'special';
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
  const bits = address instanceof ipaddr.IPv6 ? bits6 : bits4;
  const bytes = address.toByteArray().map((byte, index) => (8 * index < bits ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}

/** An IP address as 16 bytes, IPv4 as `::ffff:a.b.c.d`. @throws Error for anything else */
export function bytesOfHost(host: string): Uint8Array {
  const address = ipaddr.parse(host);
  return Uint8Array.from(
    (address instanceof ipaddr.IPv4 ? address.toIPv4MappedAddress() : address).toByteArray(),
  );
}

/** The inverse of `bytesOfHost`, in canonical form. */
export function hostOfBytes(bytes: Uint8Array): string {
  return canonicalHost(ipaddr.fromByteArray([...bytes]).toString());
}

/** Host of a multiaddr in canonical form; `unknown` if it has none. */
export function hostOf(address: Multiaddr): string {
  return canonicalHost(tryGetNetConfig(address)?.host ?? 'unknown');
}
