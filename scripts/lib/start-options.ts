import { resolve } from 'node:path';
import { inRoot } from './paths.ts';
import { createCommand, wholeNumber } from './options.ts';
import type { SuitePorts } from './suite.ts';

/** Options of `npm start -- …`. */
export interface StartOptions {
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
  readonly mineInterval: number;
  /** Number of transfers among development accounts 5–9 in each block; 0 for none. */
  readonly demoTraffic: number;
}

/** Default of each port: those of devnet (PROTOCOL.md section 1), and 4321 for the website. */
export const PORTS = {
  explorer: { port: 28_000, title: 'Explorer API' },
  rpc: { port: 28_444, title: 'RPC' },
  p2p: { port: 28_445, title: 'peer network' },
  gateway: { port: 28_080, title: 'wallet gateway' },
  website: { port: 4321, title: 'explorer website' },
} as const satisfies Record<keyof SuitePorts, { port: number; title: string }>;

const DEFAULT_FOLDER = '.cairn/devnet';

type ParsedOptions = Omit<StartOptions, 'dataDirectory' | 'ports'> & { readonly dataDir: string } & {
  readonly [Name in keyof SuitePorts as `${Name}Port`]: number;
};

/** Parses the options of `npm start`. A wrong one ends the process with exit code 2, and `--help` with 0. */
export function parseStartOptions(argv: readonly string[]): StartOptions {
  const command = createCommand('npm start --', 'Node, gateway and website with a devnet, in one terminal.')
    .option('--fresh', 'begin a new chain (removes the devnet folder of an earlier start)', false)
    .option('--verbose', 'print every log line of node, gateway and website', false)
    .option(
      '--no-launch-secret',
      'the wallet opens for anyone who can reach its port (trusted single-user machines)',
    )
    .option('--data-dir <path>', "folder of the devnet's chain", DEFAULT_FOLDER)
    .option('--mine-interval <seconds>', 'time between blocks, 0 = on demand', wholeNumber(0, 86_400), 10)
    .option('--demo-traffic <count>', 'demo transfers in each block, 0 = none', wholeNumber(0, 320), 3);
  for (const [name, { port, title }] of Object.entries(PORTS))
    command.option(`--${name}-port <port>`, title, wholeNumber(1, 65_535), port);
  const { dataDir, explorerPort, rpcPort, p2pPort, gatewayPort, websitePort, ...others } = command
    .parse(argv, { from: 'user' })
    .opts<ParsedOptions>();
  return {
    ...others,
    dataDirectory: dataDir === DEFAULT_FOLDER ? inRoot(dataDir) : resolve(dataDir),
    ports: {
      explorer: explorerPort,
      rpc: rpcPort,
      p2p: p2pPort,
      gateway: gatewayPort,
      website: websitePort,
    },
  };
}
