import type { Command } from 'commander';
import { UsageError } from './usage-error.ts';

/** One flag of the command line; `CAIRN_` and its name in capitals is the same setting in the environment. */
export interface Flag {
  /** Name of the value in the help; absent for a switch. */
  readonly value?: string;
  /** A switch to which a value may be given. */
  readonly isOptional?: true;
  readonly help: string;
  /** May be given several times; the variable takes a list with commas. */
  readonly repeatable?: true;
  /** The switch that says the contrary; both together are an error. */
  readonly contrary?: string;
}

/** Every flag of every command, by its name without the dashes. */
export const FLAGS = {
  network: { value: 'NAME', help: 'devnet or testnet; mainnet is reserved (default: devnet)' },
  'data-dir': { value: 'PATH', help: 'where the node keeps everything (default: ~/.cairn/<network>)' },
  'explorer-host': { value: 'HOST', help: 'where the Explorer API listens (default: 127.0.0.1)' },
  'explorer-port': { value: 'PORT', help: 'devnet 28000, testnet 18000; 0 picks a free one' },
  'rpc-host': { value: 'HOST', help: '127.0.0.1, ::1 or localhost (default: 127.0.0.1)' },
  'rpc-port': { value: 'PORT', help: 'devnet 28444, testnet 18444; 0 picks a free one' },
  'p2p-port': { value: 'PORT', help: 'devnet 28445, testnet 18445; 0 picks a free one' },
  'p2p-host': {
    value: 'HOST',
    help: 'where peers may call (default: 127.0.0.1 on devnet, 0.0.0.0 on testnet)',
  },
  peer: {
    value: 'MULTIADDR',
    help: 'a peer to keep a connection to, like /ip4/203.0.113.5/tcp/18445; repeatable',
    repeatable: true,
  },
  'no-mdns': { help: 'devnet: do not look for peers on the local network' },
  'no-p2p': { help: 'run without the peer network' },
  'metrics-port': {
    value: 'PORT',
    help: 'serve Prometheus metrics at /metrics on this port; 0 picks a free one (default: none)',
  },
  'metrics-host': { value: 'HOST', help: 'where the metrics are served (default: 127.0.0.1)' },
  mine: { help: 'mine blocks' },
  'mine-interval': {
    value: 'SECONDS',
    help: 'devnet: time between blocks; 0 mines as soon as something is pending (default: 60)',
  },
  miner: {
    value: 'ADDRESS',
    help: 'who gets the rewards (default on devnet: development account 9)',
  },
  index: {
    value: 'URL',
    isOptional: true,
    help: 'keep the projection behind the indexed routes: in a file, or in the database at postgres://…',
    contrary: 'no-index',
  },
  'no-index': { help: 'keep no projection (default)', contrary: 'index' },
  'demo-traffic': {
    value: 'PER_BLOCK',
    help: 'devnet: transfers among development accounts 5–9 for each block, 0–320 (default: 0)',
  },
  'log-format': { value: 'FORMAT', help: 'pretty or json (default: pretty)' },
  'log-level': { value: 'LEVEL', help: 'error, warn, info or debug (default: info)' },
  database: {
    value: 'URL',
    help: 'the PostgreSQL database that a node fills with --index postgres://…',
  },
  blocks: { value: 'COUNT', help: 'how many blocks (default: 1)' },
  to: { value: 'ADDRESS', help: 'who gets the rewards (default on devnet: development account 9)' },
  json: { help: 'machine-readable output' },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof FLAGS;

/** Name of the environment variable of a flag: `--rpc-port` is `CAIRN_RPC_PORT`. */
export function environmentName(flag: FlagName): string {
  return `CAIRN_${flag.toUpperCase().replaceAll('-', '_')}`;
}

/** Whether a text is meant as the address of a PostgreSQL database. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:/i.test(text);
}

/** A setting as it was given, and the words for where that was. */
export interface GivenSetting {
  readonly text: string;
  /** `--rpc-port` or `CAIRN_RPC_PORT`. */
  readonly source: string;
}

/** What the person set for one run: flags first, then the environment. An empty variable counts as not set. */
export class Settings {
  readonly #flags: ReadonlyMap<string, string>;
  readonly #environment: Readonly<Record<string, string | undefined>>;

  constructor(flags: ReadonlyMap<string, string>, environment: Readonly<Record<string, string | undefined>>) {
    this.#flags = flags;
    this.#environment = environment;
  }

  /** The text of a setting; `undefined` when neither flag nor variable gives it. */
  find(name: FlagName): GivenSetting | undefined {
    const flag = this.#flags.get(name);
    if (flag !== undefined) return { text: flag, source: `--${name}` };
    const variable = environmentName(name);
    const text = this.#environment[variable];
    return text === undefined || text === '' ? undefined : { text, source: variable };
  }

  /** A variable that is no flag's, because its value is nothing to show on a command line. */
  findVariable(name: string): GivenSetting | undefined {
    const text = this.#environment[name];
    return text === undefined || text === '' ? undefined : { text, source: name };
  }

  /**
   * A switch: true when its flag was given or its variable says so.
   * @throws UsageError when a variable is neither a yes nor a no, or a switch meets its contrary from the same source
   */
  isOn(name: FlagName): boolean {
    const contrary = (FLAGS[name] as Flag).contrary as FlagName | undefined;
    const own = this.#readSwitch(name);
    const other = contrary === undefined ? undefined : this.#readSwitch(contrary);
    if (own?.on !== true) return false;
    if (other?.on !== true || own.isFlag !== other.isFlag) return other?.on !== true || own.isFlag;
    throw new UsageError(`${own.source} and ${other.source} contradict each other`);
  }

  #readSwitch(name: FlagName): { on: boolean; isFlag: boolean; source: string } | undefined {
    const given = this.find(name);
    if (given === undefined) return undefined;
    if (this.#flags.has(name)) return { on: true, isFlag: true, source: given.source };
    const isValue = (FLAGS[name] as Flag).isOptional === true && isDatabaseUrl(given.text);
    const on = isValue || /^(1|true|yes|on)$/i.test(given.text);
    if (!on && !/^(0|false|no|off)$/i.test(given.text)) {
      throw new UsageError(`${given.source} takes true or false, not "${given.text}"`);
    }
    return { on, isFlag: false, source: given.source };
  }
}

function valueForm({ value, isOptional }: Flag): string {
  if (value === undefined) return '';
  return isOptional === true ? ` [${value}]` : ` <${value}>`;
}

/** Declares flags on a command and collects what was given; the map fills while commander parses. */
export function declareFlags(command: Command, names: readonly FlagName[]): Map<string, string> {
  const given = new Map<string, string>();
  for (const name of names) {
    const flag: Flag = FLAGS[name];
    const variable = environmentName(name);
    command.option(`--${name}${valueForm(flag)}`, `${flag.help} [${variable}]`);
    command.on(`option:${name}`, (value: unknown) => {
      const text = typeof value === 'string' ? value : 'true';
      const before = flag.repeatable === true ? given.get(name) : undefined;
      given.set(name, before === undefined ? text : `${before},${text}`);
    });
  }
  return given;
}
