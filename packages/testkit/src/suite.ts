import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnetClient, type DevnetClient } from '@cairn/api/devnet';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import {
  accountFlags,
  controlSocket,
  describeEnd,
  findFreePort,
  findSuitePorts,
  ProgramGroup,
  providePages,
  readWalletAddress,
  startDevnetNode,
  startGateway,
  startWebsite,
  suiteAddresses,
  websiteUrls,
  type Program,
  type SuiteAddresses,
  type SuiteProgramOptions,
  type WebsiteUrls,
} from '@cairn/suite';
import type { ChainOptions } from './chain.ts';

/** Files that stay when the chain is replaced: the marker of the data directory, the RPC token, the wallet's link and kept browsers. */
const KEPT_FILES = /^(network|rpc\.token|wallet-.*\.(html|json))$/;

/** Addresses of devnet's ten public development accounts, each of which has 1,000,000 CRN at genesis. */
export const DEVELOPMENT_ADDRESSES = developmentAccounts(getNetwork('devnet')).map(
  ({ address }) => address,
) as unknown as TenAddresses;

/** A tuple, so that indexed addresses are not `undefined` for the compiler. */
type TenAddresses = readonly [string, string, string, string, string, string, string, string, string, string];

export interface SuiteOptions extends Pick<ChainOptions, 'accounts' | 'balance' | 'mnemonic'> {
  /** Flags of `cairn start` in addition to the suite's; `--index` by default. */
  readonly nodeFlags?: readonly string[];
  /** Called with each line of output, which `Suite.log` also keeps. */
  readonly onLine?: (line: string) => void;
}

/** A server that a test started in addition to the suite's. */
export interface ExtraServer {
  /** Origin, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** A gateway that a test started in addition to the suite's. */
export interface ExtraGateway extends ExtraServer {
  /** Every line that it printed. */
  readonly log: readonly string[];
  /** The address that opens its wallet in one browser, once. */
  walletAddress(): string;
}

/**
 * Starts node, gateway and website on free loopback ports, with a new devnet chain in a temporary folder.
 * @throws Error with the last line of a program that did not start, or with the output of a failed build
 * @example
 * const suite = await startSuite();
 * await suite.devnet.mine({ blocks: 3 });
 * await suite.close();
 */
export async function startSuite(options: SuiteOptions = {}): Promise<Suite> {
  const suite = new Suite(options, await findSuitePorts());
  try {
    await suite.start();
    return suite;
  } catch (error) {
    // Programs that did start would keep running: they have their own process groups.
    await suite.close().catch(() => undefined);
    throw error;
  }
}

/** Node, gateway and website, each in its own process. */
export class Suite {
  readonly addresses: SuiteAddresses;
  /** Client of the node's control socket: mine, rewind, reorganize, move the clock, fund. */
  readonly devnet: DevnetClient;
  /** Every line that node, gateway and website printed. */
  readonly log: string[] = [];
  readonly #folder: string;
  readonly #programOptions: Required<SuiteProgramOptions>;
  readonly #nodeFlags: readonly string[];
  #websiteFolder = '';
  /** Snapshot of the chain at genesis; a snapshot does not survive the node that took it. */
  #genesis: string | undefined;
  #ended: Program | undefined;
  #node: Program | undefined;
  #gateway: Program | undefined;

  /** For `startSuite`, which also starts the programs. */
  constructor(options: SuiteOptions, ports: SuiteProgramOptions['ports']) {
    const { nodeFlags = ['--index'], onLine } = options;
    this.#nodeFlags = [...nodeFlags, ...accountFlags(options)];
    this.#folder = mkdtempSync(join(tmpdir(), 'cairn-suite-'));
    this.#programOptions = {
      group: new ProgramGroup(),
      ports,
      dataDirectory: join(this.#folder, 'node'),
      onLine: (line) => {
        this.log.push(line);
        onLine?.(line);
      },
    };
    void this.#programOptions.group.ended.then((program) => (this.#ended = program));
    this.addresses = suiteAddresses(ports, this.#programOptions.dataDirectory);
    this.devnet = createDevnetClient({
      socketPath: controlSocket(this.#programOptions.dataDirectory),
    });
  }

  async start(): Promise<void> {
    const say = this.#programOptions.onLine;
    this.#websiteFolder = await providePages({ say });
    const website = this.#serveWebsite(this.#programOptions.ports.website, websiteUrls(this.addresses));
    await Promise.all([website, this.#startChain().then(() => this.startGateway())]);
  }

  /**
   * Starts the node on the suite's chain.
   * @param flags instead of the `nodeFlags` of the suite
   */
  async startNode(flags: readonly string[] = this.#nodeFlags): Promise<void> {
    this.#genesis = undefined;
    this.#node = await startDevnetNode(this.#programOptions, flags);
  }

  async stopNode(): Promise<void> {
    await this.#node?.stop();
    this.#node = undefined;
  }

  async #startChain(): Promise<void> {
    await this.startNode();
    this.#genesis = (await this.devnet.snapshot()).id;
  }

  /**
   * Restores the initial state of the chain: only genesis, nothing pending. A node that was restarted has no snapshot
   * of it and gets a new chain.
   */
  async rewind(): Promise<void> {
    if (this.#genesis !== undefined) return void (await this.devnet.revert({ id: this.#genesis }));
    await this.stopNode();
    const folder = this.#programOptions.dataDirectory;
    for (const name of readdirSync(folder).filter((name) => !KEPT_FILES.test(name))) {
      rmSync(join(folder, name), { recursive: true });
    }
    await this.#startChain();
  }

  async startGateway(): Promise<void> {
    this.#gateway = await startGateway(this.#programOptions);
  }

  async stopGateway(): Promise<void> {
    await this.#gateway?.stop();
    this.#gateway = undefined;
  }

  /** The address that opens the wallet in one browser, once. */
  walletAddress(): string {
    return readWalletAddress(this.addresses);
  }

  /**
   * Serves the website a second time.
   * @param api origin of another API, for example a proxy in front of the node's; without it the site is a preview
   * @param more where the site's server reaches the API, if not there, and other APIs that its pages ask
   */
  async openWebsite(
    api: string | undefined,
    more: Pick<WebsiteUrls, 'internalApi' | 'witnesses'> = {},
  ): Promise<ExtraServer> {
    const port = await findFreePort();
    const urls = api === undefined ? undefined : { ...websiteUrls(this.addresses), api, ...more };
    const program = await this.#serveWebsite(port, urls);
    return { url: `http://127.0.0.1:${port}`, close: async () => void (await program.stop()) };
  }

  #serveWebsite(port: number, urls: WebsiteUrls | undefined): Promise<Program> {
    return startWebsite(this.#programOptions, port, this.#websiteFolder, urls);
  }

  /** Starts a second gateway in front of a server other than the node's RPC. @param rpcPort port of that server */
  async openGateway(rpcPort: number, flags: readonly string[] = []): Promise<ExtraGateway> {
    const ports = { ...this.#programOptions.ports, rpc: rpcPort, gateway: await findFreePort() };
    const log: string[] = [];
    const programOptions = {
      ...this.#programOptions,
      ports,
      onLine: (line: string): void => void log.push(line),
    };
    const program = await startGateway(programOptions, flags);
    const addresses = suiteAddresses(ports, this.#programOptions.dataDirectory);
    return {
      url: addresses.gateway,
      log,
      walletAddress: () => readWalletAddress(addresses),
      close: async () => void (await program.stop()),
    };
  }

  /** GET of a path of the node's private RPC with its token, to compare the answer with the pages. */
  async rpc(path: string): Promise<unknown> {
    const token = readFileSync(this.addresses.tokenFile, 'utf8').trim();
    const response = await fetch(this.addresses.rpc + path, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return response.json();
  }

  /** Height of the node's tip according to its Explorer API. */
  async height(): Promise<number> {
    const response = await fetch(`${this.addresses.explorerApi}/api/v1/status`);
    return ((await response.json()) as { height: number }).height;
  }

  /**
   * Stops all programs and removes the suite's folder.
   * @throws Error with the last line of a program that ended before by itself, such as a node whose disk was full
   */
  async close(): Promise<void> {
    await this.#programOptions.group.stop();
    rmSync(this.#folder, { recursive: true, force: true });
    if (this.#ended !== undefined) throw new Error(describeEnd(this.#ended));
  }
}
