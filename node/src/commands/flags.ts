import { isIP } from 'node:net';
import { LOG_FORMATS, LOG_LEVELS } from '@cairn/http/log';
import { NETWORK_NAMES } from '@cairn/protocol';
import { multiaddr } from '@multiformats/multiaddr';
import { Option, type Command } from 'commander';
import { LOOPBACK_HOSTS } from '../local-rpc/access.ts';
import { UsageError } from '../startup/errors.ts';

/** Maximal number of demo transfers per block: five senders with 64 pending transactions each (PROTOCOL.md section 7). */
const MAX_DEMO_TRAFFIC = 320;
/** The number of inbound slots (`p2p/peer-limits.ts`). */
const MAX_INBOUND = 48;
const MAX_BLOCKS = 1_000_000;
const DAY_SECONDS = 86_400;
const PEER_ADDRESS = /^\/(ip4|ip6|dns|dns4|dns6)\/[^/]+\/tcp\/[1-9]\d{0,4}(\/p2p\/[a-z0-9]+)?$/i;
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/**
 * Parses the text of a flag or an environment variable.
 * @param source the flag or the variable, for messages
 * @param previous value of the same flag, if it was given before on the command line
 * @throws UsageError naming the source
 */
type Parser = (text: string, source: string, previous: unknown) => unknown;

/** All flags of all commands, by name without dashes: value, line of help, parser. */
export const FLAGS = {
  network: ['<NAME>', 'devnet or testnet; mainnet is reserved (default: devnet)', oneOf(NETWORK_NAMES)],
  'data-dir': ['<PATH>', 'where the node keeps everything (default: ~/.cairn/<network>)', anyText],
  'explorer-host': ['<HOST>', 'where the Explorer API listens (default: 127.0.0.1)', parseHost],
  'explorer-port': ['<PORT>', 'devnet 28000, testnet 18000; 0 picks a free one', parsePort],
  'rpc-host': ['<HOST>', '127.0.0.1, ::1 or localhost (default: 127.0.0.1)', parseLoopbackHost],
  'rpc-port': ['<PORT>', 'devnet 28444, testnet 18444; 0 picks a free one', parsePort],
  'p2p-port': ['<PORT>', 'devnet 28445, testnet 18445; 0 picks a free one', parsePort],
  'p2p-host': ['<HOST>', 'address for peers (default: 127.0.0.1 on devnet, 0.0.0.0 on testnet)', parseHost],
  peer: ['<MULTIADDR>', 'a peer to connect to, like /ip4/203.0.113.5/tcp/18445; repeatable', parsePeers],
  bootstrap: [
    '<MULTIADDR>',
    'a node to learn others from while too few are connected; repeatable',
    parsePeers,
  ],
  'local-peers': [
    '',
    'learn loopback and private addresses from peers too, and share them',
    parseSwitch(true),
  ],
  'inbound-per-network': [
    '<COUNT>',
    'inbound peers of one IPv4 /24 or IPv6 /48 (default: 4; 24 on loopback and private networks)',
    wholeNumber(1, MAX_INBOUND),
  ],
  'no-mdns': ['', 'devnet: do not look for peers on the local network', parseSwitch(false)],
  'no-p2p': ['', 'run without the peer network', parseSwitch(false)],
  'metrics-port': ['<PORT>', 'serves metrics at /metrics; 0 picks a free one (default: none)', parsePort],
  'metrics-host': ['<HOST>', 'where the metrics are served (default: 127.0.0.1)', parseHost],
  mine: ['', 'mine blocks', parseSwitch(true)],
  'mine-interval': [
    '<SECONDS>',
    'devnet: between blocks; 0 mines when a transfer is pending (default: 60)',
    parseSeconds,
  ],
  miner: ['<ADDRESS>', 'address for the rewards (default on devnet: development account 9)', anyText],
  index: ['[URL]', 'keep the projection of the indexed routes: in a file, or at postgres://…', parseIndex],
  'no-index': ['', 'keep no projection (default)', parseNoIndex],
  'demo-traffic': [
    '<PER_BLOCK>',
    'devnet: transfers of development accounts 5–9 a block, 0–320',
    wholeNumber(0, MAX_DEMO_TRAFFIC),
  ],
  'log-format': ['<FORMAT>', 'pretty or json (default: pretty)', oneOf(LOG_FORMATS)],
  'log-level': [
    '<LEVEL>',
    'error, warn, info or debug (default: info for start, explorer, reindex; else warn)',
    oneOf(LOG_LEVELS),
  ],
  database: ['<URL>', 'the database that a node fills with --index postgres://…', parseDatabaseUrl],
  blocks: ['<COUNT>', 'how many blocks (default: 1)', wholeNumber(1, MAX_BLOCKS)],
  to: ['<ADDRESS>', 'address for the rewards (default on devnet: development account 9)', anyText],
  json: ['', 'machine-readable output', parseSwitch(true)],
} as const satisfies Record<string, readonly [value: string, help: string, parse: Parser]>;

export type FlagName = keyof typeof FLAGS;

/** commander's name for a flag's value: `rpcPort` for `rpc-port`, `p2p` for `no-p2p`. */
type OptionKey<Name extends string> = Name extends `no-${infer Rest}`
  ? OptionKey<Rest>
  : Name extends `${infer Word}-${infer Rest}`
    ? `${Word}${Capitalize<OptionKey<Rest>>}`
    : Name;

/** Values of the flags that were given on the command line or in the environment. */
export type Flags = {
  readonly [Name in FlagName as OptionKey<Name>]?: NonNullable<ReturnType<(typeof FLAGS)[Name][2]>>;
} & {
  /** `CAIRN_INDEX_URL`, which has no flag because it may contain a password. */
  readonly indexUrl?: string;
};

/** The flag as a commander option. Without a value, a switch or a flag with an optional value parses the text `true`. */
export function optionOf(name: FlagName): Option {
  const [value, help, parse] = FLAGS[name];
  const option = new Option(`--${name} ${value}`, `${help} [${variableOf(name)}]`);
  if (option.optional) option.preset('true');
  return option.argParser((text: string | undefined, previous: unknown) =>
    parse(text ?? 'true', `--${name}`, previous),
  );
}

/** Name of the environment variable of a flag: `--rpc-port` is `CAIRN_RPC_PORT`. */
function variableOf(name: FlagName): string {
  return `CAIRN_${name.toUpperCase().replaceAll('-', '_')}`;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The flags and variables of one run. */
export interface Settings {
  readonly flags: Flags;
  /** The flag or the variable that set the value, such as `--rpc-port` or `CAIRN_RPC_PORT`. */
  readonly sourceOf: (name: FlagName) => string;
}

/**
 * Reads the flags of a parsed command, and the environment for flags that were not given; an empty variable counts as not
 * set. commander's `Option.env` is not used: `CAIRN_MINE=false` would turn the switch on, an empty variable would count as a
 * value, and its message would repeat an invalid value, which may be a URL with a password.
 * @throws UsageError naming the invalid variable
 */
export function readSettings(command: Command, environment: Environment): Settings {
  const given = (variable: string): string | undefined => environment[variable] || undefined;
  const variables = new Map<string, string>();
  for (const option of command.options) {
    const [name, key] = [option.name() as FlagName, option.attributeName()];
    const variable = variableOf(name);
    const text = given(variable);
    if (text === undefined || command.getOptionValueSource(key) === 'cli') continue;
    const value: unknown = FLAGS[name][2](text, variable, command.getOptionValue(key));
    command.setOptionValueWithSource(key, value, 'env');
    variables.set(name, variable);
  }
  const indexUrl = given('CAIRN_INDEX_URL');
  const takesIndexUrl = command.options.some((option) => option.name() === 'index');
  return {
    flags: {
      ...command.opts<Flags>(),
      ...(indexUrl && takesIndexUrl && { indexUrl: parseDatabaseUrl(indexUrl, 'CAIRN_INDEX_URL') }),
    },
    sourceOf: (name) => variables.get(name) ?? `--${name}`,
  };
}

function anyText(text: string): string {
  return text;
}

function oneOf<Word extends string>(words: readonly Word[]) {
  return (text: string, source: string): Word => {
    const word = words.find((one) => one === text);
    if (word !== undefined) return word;
    throw new UsageError(`${source} takes one of ${words.join(', ')}, not "${text}"`);
  };
}

/** Makes a parser of whole numbers in decimal digits, within the bounds. */
function wholeNumber(minimum: number, maximum: number) {
  return (text: string, source: string): number => {
    const number = Number(text);
    if (/^\d{1,10}$/.test(text) && number >= minimum && number <= maximum) return number;
    throw new UsageError(`${source} takes a whole number from ${minimum} to ${maximum}, not "${text}"`);
  };
}

function parsePort(text: string, source: string): number {
  return wholeNumber(0, 65_535)(text, source);
}

/** Parses seconds, from 0 to a day, with up to three decimal places. */
function parseSeconds(text: string, source: string): number {
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text) && Number(text) <= DAY_SECONDS) return Number(text);
  throw new UsageError(`${source} takes seconds from 0 to ${DAY_SECONDS}, not "${text}"`);
}

/** Makes a parser of switches. @param on value for `true` or `on`; `false` or `off` keeps the previous value */
function parseSwitch(on: boolean) {
  return (text: string, source: string, previous: unknown): boolean | undefined => {
    if (/^(1|true|yes|on)$/i.test(text)) return on;
    if (/^(0|false|no|off)$/i.test(text)) return previous as boolean | undefined;
    throw new UsageError(`${source} takes true or false, not "${text}"`);
  };
}

/** Parses `--index`: a switch, or the URL of a database. */
function parseIndex(text: string, source: string, previous: unknown): boolean | string | undefined {
  const isSwitch = /^\w*$/.test(text);
  const value = isSwitch ? parseSwitch(true)(text, source, previous) : parseDatabaseUrl(text, source);
  return requireNoConflict(value, previous, source);
}

function parseNoIndex(text: string, source: string, previous: unknown): boolean | undefined {
  return requireNoConflict(parseSwitch(false)(text, source, previous), previous, source);
}

/** @throws UsageError if both `--index` and `--no-index` are given on the command line, or both in the environment */
function requireNoConflict<Value>(value: Value, previous: unknown, source: string): Value {
  if (previous === undefined || (previous === false) === (value === false)) return value;
  const [yes, no] = source.startsWith('--') ? ['--index', '--no-index'] : ['CAIRN_INDEX', 'CAIRN_NO_INDEX'];
  throw new UsageError(`${yes} and ${no} contradict each other`);
}

/** Parses an IP address or a host name. */
function parseHost(text: string, source: string): string {
  if (isIP(text) > 0 || HOST_NAME.test(text)) return text;
  throw new UsageError(`${source} takes a host name or an IP address, not "${text}"`);
}

/** Parses a host that only this machine can reach (interface document, section 5.2). */
function parseLoopbackHost(text: string, source: string): string {
  if (LOOPBACK_HOSTS.includes(text)) return text;
  throw new UsageError(
    `${source} takes ${LOOPBACK_HOSTS.join(', ')}: the private RPC never leaves this machine; not "${text}"`,
  );
}

/** Parses the URL of a PostgreSQL database. Only a variable may contain a password: every user can read command lines. */
function parseDatabaseUrl(text: string, source: string): string {
  const url = /^postgres(ql)?:/i.test(text) ? URL.parse(text) : null;
  if (url === null) throw new UsageError(`${source} takes a database like postgres://user@host:5432/cairn`);
  const hasPassword = url.password !== '' || url.searchParams.has('password');
  if (!hasPassword || !source.startsWith('--')) return text;
  throw new UsageError(
    `${source} takes no password, because every process can read it: set PGPASSWORD, or give the whole URL in a variable`,
  );
}

/** Parses comma-separated multiaddrs: an IP address or a host name, a TCP port, and optionally the peer ID. */
function parsePeers(text: string, source: string, previous: unknown = []): string[] {
  const addresses = text.split(',').map((address) => address.trim());
  const bad = addresses.find((address) => !isPeerAddress(address));
  if (bad === undefined) return [...(previous as string[]), ...addresses];
  throw new UsageError(
    `${source} takes addresses like /ip4/203.0.113.5/tcp/18445 or /dns4/node.example/tcp/18445/p2p/PEER_ID, not "${bad}"`,
  );
}

function isPeerAddress(text: string): boolean {
  try {
    return PEER_ADDRESS.test(text) && multiaddr(text) !== undefined;
  } catch {
    return false; // multiaddr's own error mentions only a part of the address
  }
}
