import { BlockList, isIP } from 'node:net';
import { tryGetNetConfig } from '@libp2p/utils';
import type { Multiaddr } from '@multiformats/multiaddr';

/** Scope of an IP address. `special`: no peer can have it (unspecified, multicast, documentation). */
export type AddressKind = 'loopback' | 'private' | 'public' | 'special';

const RANGES: Readonly<Record<Exclude<AddressKind, 'public'>, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.168.0.0/16',
    'fc00::/7',
    'fe80::/10',
  ],
  special: [
    '0.0.0.0/8',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
    '::/128',
    '64:ff9b:1::/48',
    '100::/64',
    '2001:db8::/32',
    'ff00::/8',
  ],
};

const LISTS = Object.entries(RANGES).map(([kind, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, bits] = range.split('/') as [string, string];
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return [kind as AddressKind, list] as const;
});

function familyOf(host: string): 'ipv4' | 'ipv6' {
  return host.includes(':') ? 'ipv6' : 'ipv4';
}

/** @param host an IP address; anything else is `special` */
export function kindOf(host: string): AddressKind {
  const address = canonicalHost(host);
  if (isIP(address) === 0) return 'special';
  return LISTS.find(([, list]) => list.check(address, familyOf(address)))?.[0] ?? 'public';
}

/**
 * The network of an IP address that usually has a single owner: an IPv4 /24 or an IPv6 /48, like `203.0.113.0/24`. Connections
 * and address book entries are limited per network: an attacker creates keys at no cost, but has to pay for networks.
 */
export function groupOf(host: string): string {
  return networkOf(host, 3, 48);
}

/** The network to refuse after misbehaviour: an IPv4 address, or an IPv6 /64, because one machine can use any address in it. */
export function refusalKeyOf(host: string): string {
  return networkOf(host, 4, 64);
}

function networkOf(host: string, bytes: number, bits: 48 | 64): string {
  const address = canonicalHost(host);
  const family = isIP(address);
  if (family === 0) return address;
  if (family === 4)
    return [...address.split('.').slice(0, bytes), 0, 0].slice(0, 4).join('.') + `/${8 * bytes}`;
  return `${wordsOf(address)
    .slice(0, bits / 16)
    .join(':')}::/${bits}`;
}

/** Canonical form of an IP address: IPv6 in its shortest form, IPv4-mapped IPv6 as IPv4, without a zone. */
export function canonicalHost(host: string): string {
  const address = host.replace(/%.*$/, '').toLowerCase();
  if (isIP(address) !== 6) return address;
  const words = wordsOf(address);
  if (words.slice(0, 5).some((word) => word !== '0') || words[5] !== 'ffff')
    return new URL(`http://[${address}]`).hostname.slice(1, -1);
  const value = Number.parseInt(words[6]!, 16) * 65_536 + Number.parseInt(words[7]!, 16);
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

/** The eight words of an IPv6 address, in hex without leading zeros. */
export function wordsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]`); // normalizes to the shortest form, without dots
  const [head, tail] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((word) => word !== ''));
  if (tail === undefined) return head!;
  const zeros = Array.from({ length: 8 - head!.length - tail.length }, () => '0');
  return [...head!, ...zeros, ...tail];
}

/** Host of a multiaddr; `unknown` if it has none. */
export function hostOf(address: Multiaddr): string {
  return tryGetNetConfig(address)?.host ?? 'unknown';
}
