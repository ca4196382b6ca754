import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOG_FORMATS, LOG_LEVELS, type LogConfig, type LogFormat, type LogLevel } from '@cairn/http/log';
import { isNetworkName, NETWORK_NAMES, NETWORKS, type NetworkName } from '@cairn/protocol';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { LOOPBACK_HOSTS, type LoopbackHost } from './gateway.ts';
import type { NodeAddress } from './passes/forward.ts';
import { HelpShown, UsageError } from './start-error.ts';

/** The settings of the gateway, from flags and environment variables. */
export interface GatewaySettings {
  readonly node: NodeAddress;
  readonly tokenFile: string;
  readonly host: LoopbackHost;
  readonly port: number;
  readonly network: NetworkName | null;
  readonly explorerUrl: string | null;
  readonly walletDirectory: string;
  /** Whether opening the wallet requires a launch secret. */
  readonly launchSecret: boolean;
  /** File for the address that opens the wallet; null for the default file, whose name contains the port. */
  readonly launchFile: string | null;
  readonly log: LogConfig;
}

interface Flags {
  readonly nodeRpc: NodeAddress;
  readonly tokenFile: string;
  readonly host: LoopbackHost;
  readonly port?: number;
  readonly network?: NetworkName;
  readonly explorerUrl?: string;
  readonly walletDir: string;
  readonly launchSecret: boolean;
  readonly launchFile?: string;
  readonly logFormat: LogFormat;
  readonly logLevel: LogLevel;
}

const BUILT_WALLET = join(dirname(fileURLToPath(import.meta.url)), '../wallet/dist');

/**
 * Parses the command line; the environment (`CAIRN_GATEWAY_…`) is the fallback for missing flags.
 * @param argv the arguments after the script's name
 * @throws UsageError with a message of one line; HelpShown after printing help
 */
export function readSettings(argv: readonly string[]): GatewaySettings {
  const flags = parseFlags(argv);
  const port = flags.port ?? (flags.network && NETWORKS[flags.network].ports.gateway);
  if (port === undefined) throw new UsageError('--port is needed (or --network, for its default port)');
  return {
    node: flags.nodeRpc,
    tokenFile: resolve(flags.tokenFile),
    host: flags.host,
    port,
    network: flags.network ?? null,
    explorerUrl: flags.explorerUrl ?? null,
    walletDirectory: resolve(flags.walletDir),
    launchSecret: flags.launchSecret,
    launchFile: flags.launchFile === undefined ? null : resolve(flags.launchFile),
    log: { format: flags.logFormat, level: flags.logLevel },
  };
}

function parseFlags(argv: readonly string[]): Flags {
  const command = createCommand();
  try {
    return command.parse(argv, { from: 'user' }).opts<Flags>();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) throw new HelpShown(error.message);
    throw new UsageError(error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' '));
  }
}

function createCommand(): Command {
  return (
    new Command('cairn-gateway')
      .description('Serves the wallet page on a loopback port and forwards its requests to the private RPC.')
      .addOption(flag('--node-rpc <url>', "the node's RPC").argParser(parseNodeRpc).makeOptionMandatory())
      .addOption(flag('--token-file <path>', "the node's token file").makeOptionMandatory())
      .addOption(
        flag('--port <number>', "port to listen on, 0 for any (default: the network's)").argParser(parsePort),
      )
      .addOption(
        flag('--host <address>', 'address to listen on').choices(LOOPBACK_HOSTS).default('127.0.0.1'),
      )
      .addOption(flag('--network <name>', 'network that the node must be on').argParser(parseNetwork))
      .addOption(flag('--explorer-url <url>', 'explorer website, for links').argParser(parseExplorerUrl))
      .addOption(flag('--wallet-dir <path>', 'folder of the built wallet page').default(BUILT_WALLET))
      .addOption(
        flag(
          '--launch-file <path>',
          'file that opens the wallet (default: wallet-PORT.html beside the token)',
        ),
      )
      // Deliberately no environment variable: only an explicit flag may turn the protection off.
      .option(
        '--no-launch-secret',
        'give a session to anyone who opens the port (trusted single-user machines)',
      )
      .addOption(flag('--log-format <format>', 'format of the log').choices(LOG_FORMATS).default('pretty'))
      .addOption(
        flag('--log-level <level>', 'lowest level that is logged').choices(LOG_LEVELS).default('info'),
      )
      .addHelpText(
        'after',
        '\nEach flag can also be set in the environment: --node-rpc as CAIRN_GATEWAY_NODE_RPC.',
      )
      .configureOutput({ writeErr: () => undefined })
      .exitOverride()
  );
}

/** A flag with its environment variable: that of `--node-rpc` is `CAIRN_GATEWAY_NODE_RPC`. */
function flag(flags: string, description: string): Option {
  const option = new Option(flags, description);
  return option.env(`CAIRN_GATEWAY_${option.name().replaceAll('-', '_').toUpperCase()}`);
}

/** Parses an http origin on a loopback address: the token must not leave this machine. */
function parseNodeRpc(text: string): NodeAddress {
  const url = parseUrl(text);
  if (url.protocol !== 'http:' || !isBareOrigin(url)) {
    throw new InvalidArgumentError('It must be an http origin such as http://127.0.0.1:28444.');
  }
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (!['127.0.0.1', '::1', 'localhost'].includes(host)) {
    throw new InvalidArgumentError('Its host must be 127.0.0.1, [::1] or localhost.');
  }
  return { host, port: url.port === '' ? 80 : Number(url.port) };
}

function parseExplorerUrl(text: string): string {
  const url = parseUrl(text);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('It must be an http or https address.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('It must have no query and no fragment.');
  }
  return url.href.replace(/\/+$/, '');
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new InvalidArgumentError('It must be a URL.');
  return url;
}

function isBareOrigin(url: URL): boolean {
  return url.href === `${url.origin}/` && url.username === '' && url.password === '';
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  }
  return Number(text);
}

function parseNetwork(text: string): NetworkName {
  if (!isNetworkName(text)) throw new InvalidArgumentError(`It must be one of ${NETWORK_NAMES.join(', ')}.`);
  return text;
}
