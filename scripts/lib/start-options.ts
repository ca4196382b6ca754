import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { inRoot } from './paths.ts';
import type { SuitePorts } from './suite.ts';

/** Flags of `npm start -- …`. */
export interface StartOptions {
  readonly help: boolean;
  /** Removes the old devnet folder and begins a new chain. */
  readonly fresh: boolean;
  /** Prints every line of node, gateway and website, not only warnings and errors. */
  readonly verbose: boolean;
  /** If true, opening the wallet requires the printed address; if false, its port is enough. */
  readonly launchSecret: boolean;
  /** Absolute path of the folder with the devnet's chain. */
  readonly dataDirectory: string;
  readonly ports: SuitePorts;
  /** Seconds between blocks; 0 mines as soon as a transaction is pending. */
  readonly mineInterval: string;
  /** Number of transfers among development accounts 5–9 in each block; 0 for none. */
  readonly demoTraffic: string;
}

/** An invalid flag; the message is one line for the terminal. */
export class StartUsageError extends Error {}

/** Flag and default of each port: those of devnet (PROTOCOL.md section 1), and 4321 for the website. */
export const PORT_FLAGS = {
  explorer: { flag: 'explorer-port', port: 28_000, title: 'Explorer API' },
  rpc: { flag: 'rpc-port', port: 28_444, title: 'RPC' },
  p2p: { flag: 'p2p-port', port: 28_445, title: 'peer network' },
  gateway: { flag: 'gateway-port', port: 28_080, title: 'wallet gateway' },
  website: { flag: 'website-port', port: 4321, title: 'explorer website' },
} as const satisfies Record<keyof SuitePorts, { flag: string; port: number; title: string }>;

export const START_HELP = `npm start -- [flags]

  --fresh                 begin a new chain (removes the devnet folder of an earlier start)
  --verbose               print every log line of node, gateway and website
  --no-launch-secret      the wallet opens for anyone who can reach its port (trusted single-user machines)
  --data-dir PATH         folder of the devnet's chain        (default .cairn/devnet)
  --mine-interval SECONDS time between blocks, 0 = on demand  (default 10)
  --demo-traffic COUNT    demo transfers in each block        (default 3, 0 for none)
${Object.values(PORT_FLAGS)
  .map(({ flag, port, title }) => `  --${`${flag} PORT`.padEnd(22)}${title.padEnd(36)}(default ${port})`)
  .join('\n')}`;

/**
 * Parses the flags of `npm start`.
 * @throws StartUsageError on an unknown flag or a value out of range
 */
export function parseStartOptions(argv: readonly string[]): StartOptions {
  const values = parse(argv);
  const port = (name: keyof SuitePorts): number => {
    const { flag, port: defaultPort } = PORT_FLAGS[name];
    return parsePort(flag, values[flag]) ?? defaultPort;
  };
  return {
    help: values.help ?? false,
    fresh: values.fresh ?? false,
    verbose: values.verbose ?? false,
    launchSecret: !(values['no-launch-secret'] ?? false),
    dataDirectory: values['data-dir'] === undefined ? inRoot('.cairn/devnet') : resolve(values['data-dir']),
    ports: {
      explorer: port('explorer'),
      rpc: port('rpc'),
      p2p: port('p2p'),
      gateway: port('gateway'),
      website: port('website'),
    },
    mineInterval: parseCount('mine-interval', values['mine-interval'], '10', 86_400),
    demoTraffic: parseCount('demo-traffic', values['demo-traffic'], '3', 320),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        help: { type: 'boolean', short: 'h' },
        fresh: { type: 'boolean' },
        verbose: { type: 'boolean' },
        'no-launch-secret': { type: 'boolean' },
        'data-dir': { type: 'string' },
        'mine-interval': { type: 'string' },
        'demo-traffic': { type: 'string' },
        'explorer-port': { type: 'string' },
        'rpc-port': { type: 'string' },
        'p2p-port': { type: 'string' },
        'gateway-port': { type: 'string' },
        'website-port': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new StartUsageError(
      `${(error as Error).message.split('\n')[0]}; npm start -- --help lists the flags`,
    );
  }
}

function parsePort(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new StartUsageError(`--${flag} takes a port from 1 to 65535, not "${text}"`);
  }
  return port;
}

function parseCount(flag: string, text: string | undefined, defaultText: string, maximum: number): string {
  if (text === undefined) return defaultText;
  if (!/^\d{1,6}$/.test(text) || Number(text) > maximum) {
    throw new StartUsageError(`--${flag} takes a whole number from 0 to ${maximum}, not "${text}"`);
  }
  return text;
}
