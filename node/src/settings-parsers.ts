/** Text of a flag or variable → value. `undefined` stays `undefined`; anything unusable is a UsageError naming its source. */
import { isIP } from 'node:net';
import { multiaddr } from '@multiformats/multiaddr';
import { COINBASE_SENDER, identifyAddressNetwork, isValidAddress, type Network } from '@cairn/protocol';
import { isDatabaseUrl, type GivenSetting } from './flags.ts';
import { LOOPBACK_HOSTS } from './local-rpc/loopback-host.ts';
import { UsageError } from './usage-error.ts';

const PEER_ADDRESS = /^\/(ip4|ip6|dns|dns4|dns6)\/[^/]+\/tcp\/[1-9]\d{0,4}(\/p2p\/[a-z0-9]+)?$/i;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** A whole number, decimal digits only, within both bounds. */
export function parseWholeNumber(
  given: GivenSetting | undefined,
  minimum: number,
  maximum: number,
): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given.text);
  if (!/^\d{1,10}$/.test(given.text) || number < minimum || number > maximum) {
    throw new UsageError(
      `${given.source} takes a whole number from ${minimum} to ${maximum}, not "${given.text}"`,
    );
  }
  return number;
}

/** A port, 0–65,535. */
export function parsePort(given: GivenSetting | undefined): number | undefined {
  return parseWholeNumber(given, 0, 65_535);
}

/** Seconds with up to three decimal places, from 0 to `maximum`. */
export function parseSeconds(given: GivenSetting | undefined, maximum: number): number | undefined {
  if (given === undefined) return undefined;
  const seconds = Number(given.text);
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(given.text) || seconds > maximum) {
    throw new UsageError(`${given.source} takes seconds from 0 to ${maximum}, not "${given.text}"`);
  }
  return seconds;
}

/** An IP address or a host name. */
export function parseHost(given: GivenSetting | undefined): string | undefined {
  if (given === undefined || isIP(given.text) > 0 || HOST_NAME.test(given.text)) return given?.text;
  throw new UsageError(`${given.source} takes a host name or an IP address, not "${given.text}"`);
}

/** A host that only this machine can reach (contract section 5.2). */
export function parseLoopbackHost(given: GivenSetting | undefined): string | undefined {
  if (given === undefined || LOOPBACK_HOSTS.includes(given.text)) return given?.text;
  throw new UsageError(
    `${given.source} takes ${LOOPBACK_HOSTS.join(', ')}: the private RPC never leaves this machine; not "${given.text}"`,
  );
}

/** A PostgreSQL database. Everybody on the machine can read a command line: a password may stand in the environment only. */
export function parseDatabaseUrl(given: GivenSetting | undefined): string | undefined {
  if (given === undefined) return undefined;
  const { source, text } = given;
  const url = isDatabaseUrl(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) {
    throw new UsageError(`${source} takes a database like postgres://user@host:5432/cairn`);
  }
  const hasPassword = url.password !== '' || url.searchParams.has('password');
  if (hasPassword && source.startsWith('--')) {
    throw new UsageError(
      `${source} takes no password, because every process can read it: set PGPASSWORD, or give the whole URL in a variable`,
    );
  }
  return text;
}

/** Peers' multiaddrs with commas between them: an IP address or a host name, a TCP port, and the peer ID if it is known. */
export function parsePeers(given: GivenSetting | undefined): string[] {
  if (given === undefined) return [];
  const addresses = given.text.split(',').map((address) => address.trim());
  const bad = addresses.find((address) => !isPeerAddress(address));
  if (bad === undefined) return addresses;
  throw new UsageError(
    `${given.source} takes addresses like /ip4/203.0.113.5/tcp/18445 or /dns4/node.example/tcp/18445/p2p/PEER_ID, not "${bad}"`,
  );
}

function isPeerAddress(text: string): boolean {
  if (!PEER_ADDRESS.test(text)) return false;
  try {
    multiaddr(text);
    return true;
  } catch {
    return false; // multiaddr names the part that it cannot read; the shape above says more
  }
}

/** An address of the network. */
export function parseAddress(given: GivenSetting | undefined, network: Network): string | undefined {
  if (given === undefined || isValidAddress(given.text, network)) return given?.text;
  const { source, text } = given;
  if (text === COINBASE_SENDER) throw new UsageError(`${source}: the coinbase sentinel is no address`);
  const other = identifyAddressNetwork(text);
  throw new UsageError(
    other === undefined
      ? `${source} takes an address of ${network.name}, not "${text}"`
      : `${source}: ${text} is an address of ${other}, not of ${network.name}`,
  );
}

/** One of the given words. */
export function parseChoice<T extends string>(
  given: GivenSetting | undefined,
  choices: readonly T[],
): T | undefined {
  if (given === undefined) return undefined;
  const choice = choices.find((word) => word === given.text);
  if (choice === undefined) {
    throw new UsageError(`${given.source} takes one of ${choices.join(', ')}, not "${given.text}"`);
  }
  return choice;
}
