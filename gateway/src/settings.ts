import { join, resolve } from 'node:path';
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '@cairn/http/log';
import { VERSION } from '@cairn/http/version';
import { NETWORK_NAMES, NETWORKS, type NetworkName } from '@cairn/protocol';
import { Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';

/** The only addresses that the gateway binds. */
export const LOOPBACK_HOSTS = ['127.0.0.1', '::1'] as const;
export type LoopbackHost = (typeof LOOPBACK_HOSTS)[number];

/** The settings of the gateway, by the names of their flags. */
export interface GatewaySettings {
  /** Origin of the node's RPC, such as `http://127.0.0.1:28444`. */
  readonly nodeRpc: string;
  /** Path of the node's token file. */
  readonly tokenFile: string;
  readonly host: LoopbackHost;
  /** TCP port; 0 picks a free one. */
  readonly port: number;
  /** Network that the node must be on. */
  readonly network?: NetworkName | undefined;
  /** Base address of the explorer website, without a slash at its end. */
  readonly explorerUrl?: string | undefined;
  /** Path of a devnet's file with its development accounts, if they are not the public ones. */
  readonly developmentAccounts?: string | undefined;
  /** Folder of the built wallet page. */
  readonly walletDir: string;
  /** False to give every browser that opens the page a session. */
  readonly launchSecret: boolean;
  /** File for the address that opens the wallet; by default `wallet-PORT.html` beside the token file. */
  readonly launchFile?: string | undefined;
  readonly logFormat: LogFormat;
  readonly logLevel: LogLevel;
}

const PORT = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= 65_535)
  .describe('It must be a port from 0 to 65535.');

/** On this machine only, because the token is sent there. */
const NODE_RPC = z
  .url({ protocol: /^http$/, hostname: /^(127\.0\.0\.1|\[::1\]|localhost)$/ })
  .transform((text) => new URL(text))
  .refine(({ href, origin }) => href === `${origin}/`)
  // The system could resolve the name to another user's port on ::1.
  .transform(({ origin }) => origin.replace('//localhost', '//127.0.0.1'))
  .describe('It must be an http origin on 127.0.0.1, [::1] or localhost.');

const EXPLORER_URL = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text))
  .refine(({ username, password, search, hash }) => username + password + search + hash === '')
  .transform(({ href }) => href.replace(/\/+$/, ''))
  .describe('It must be an http or https address without user, query and fragment.');

const PATH = z
  .string()
  .min(1)
  .transform((text) => resolve(text))
  .describe('It must be a path.');

/**
 * Parses the command line; the environment (`CAIRN_GATEWAY_…`) is the fallback for missing flags; an
 * empty variable is none.
 * @param argv the arguments after the script's name
 * @throws CommanderError for an invalid or missing flag, with a message of one line; with exit code 0 after printing help
 */
export function readSettings(argv: readonly string[]): GatewaySettings {
  const command = createCommand();
  for (const { envVar } of command.options)
    if (envVar && process.env[envVar] === '') delete process.env[envVar];
  command.parse(argv, { from: 'user' });
  const settings = command.opts<GatewaySettings & { port?: number }>();
  const port = settings.port ?? (settings.network && NETWORKS[settings.network].ports.gateway);
  if (port === undefined) command.error('--port is needed (or --network, for its default port)');
  return { ...settings, port };
}

function createCommand(): Command {
  const command = new Command('cairn-gateway')
    .version(VERSION)
    .description('Serves the wallet page on a loopback port and forwards its requests to the private RPC.')
    .addHelpText(
      'after',
      '\nEach flag can also be set in the environment: --node-rpc as CAIRN_GATEWAY_NODE_RPC.',
    )
    .showSuggestionAfterError(false) // on a second line
    .configureOutput({ writeErr: () => undefined })
    .exitOverride();
  const options = [
    flag('--node-rpc <url>', "the node's RPC", NODE_RPC).makeOptionMandatory(),
    flag('--token-file <path>', "the node's token file", PATH).makeOptionMandatory(),
    flag('--port <number>', "port to listen on, 0 for any (default: the network's)", PORT),
    flag('--host <address>', 'address to listen on').choices(LOOPBACK_HOSTS).default('127.0.0.1'),
    flag('--network <name>', 'network that the node must be on').choices(NETWORK_NAMES),
    flag('--explorer-url <url>', 'explorer website, for links', EXPLORER_URL),
    flag('--development-accounts <path>', "a devnet's file with its own development accounts", PATH),
    flag('--wallet-dir <path>', 'folder of the built wallet page', PATH).default(
      join(import.meta.dirname, '../wallet/dist'),
    ),
    flag('--launch-file <path>', 'opens the wallet (default: wallet-PORT.html beside the token)', PATH),
    // Deliberately no environment variable: only an explicit flag may turn the protection off.
    new Option(
      '--no-launch-secret',
      'give a session to anyone who opens the port (trusted single-user machines)',
    ),
    flag('--log-format <format>', 'format of the log').choices(LOG_FORMATS).default('pretty'),
    flag('--log-level <level>', 'lowest level that is logged').choices(LOG_LEVELS).default('info'),
  ];
  for (const option of options) command.addOption(option);
  return command;
}

/**
 * A flag with its environment variable: that of `--node-rpc` is `CAIRN_GATEWAY_NODE_RPC`.
 * @param schema of its value; its description is the message for another one
 */
function flag(flags: string, description: string, schema?: z.ZodType): Option {
  const option = new Option(flags, description);
  option.env(`CAIRN_GATEWAY_${option.name().replaceAll('-', '_').toUpperCase()}`);
  if (schema === undefined) return option;
  return option.argParser((text) => {
    const { success, data } = schema.safeParse(text);
    if (!success) throw new InvalidArgumentError(schema.description ?? '');
    return data;
  });
}
