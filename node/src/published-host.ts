import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * What an operator owes whose Explorer API listens where others reach it (contract section 5.1); nothing on loopback.
 * @param host a host name or an IP address, as configured
 */
export function publicationNotice(host: string): string | undefined {
  if (host === 'localhost') return undefined;
  const version = isIP(host);
  if (version !== 0 && LOOPBACK.check(host, version === 6 ? 'ipv6' : 'ipv4')) return undefined;
  return (
    `The Explorer API listens on ${host}, where others may reach it, without TLS and without limits on requests: ` +
    'put a reverse proxy with both in front of it (docs/PUBLISHING.md has one for nginx), which needs no --explorer-host'
  );
}
