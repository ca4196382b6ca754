import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { test as base, type Page } from '@playwright/test';
import { buildIfChanged, websiteBuild } from '../scripts/lib/build.ts';
import { inRoot, ROOT } from '../scripts/lib/paths.ts';
import { findFreePort, isPortTaken } from '../scripts/lib/ports.ts';
import { ProgramGroup, type Program } from '../scripts/lib/process.ts';
import {
  readWalletAddress,
  startDevnetNode,
  startGateway,
  startWebsite,
  suiteAddresses,
  type PieceOptions,
  type SuiteAddresses,
} from '../scripts/lib/suite.ts';

const run = promisify(execFile);

/**
 * Where a build for the tests goes: inside the checkout, so that it finds the installed packages. `CAIRN_E2E_BUILDS`
 * names another folder there, for runs side by side.
 */
export function testBuildFolder(name: string): string {
  return inRoot('node_modules/.cache/cairn', process.env['CAIRN_E2E_BUILDS'] ?? 'e2e', name);
}

/** The last suite's, where it is free: the website has it built in and need not be built anew. */
async function explorerPort(): Promise<number> {
  const file = testBuildFolder('explorer-port');
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (last > 0 && !(await isPortTaken(last))) return last;
  const port = await findFreePort();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${port}`);
  return port;
}

/** Node, gateway and website together, each a process of its own on a free port. */
export class Suite {
  readonly addresses: SuiteAddresses;
  /** Every line that the pieces printed. */
  readonly log: string[];
  /** Folder of the website's build. */
  readonly websiteBuild: string = testBuildFolder('website');
  readonly #options: PieceOptions;
  #node: Program | undefined;
  #gateway: Program | undefined;

  private constructor(options: PieceOptions, log: string[]) {
    this.#options = options;
    this.addresses = suiteAddresses(options.ports, options.dataDirectory);
    this.log = log;
  }

  static async start(): Promise<Suite> {
    const explorer = await explorerPort();
    const [rpc, p2p, gateway, website] = await Promise.all([1, 2, 3, 4].map(findFreePort));
    const log: string[] = [];
    const options: PieceOptions = {
      group: new ProgramGroup(),
      ports: { explorer, rpc: rpc!, p2p: p2p!, gateway: gateway!, website: website! },
      dataDirectory: mkdtempSync(join(tmpdir(), 'cairn-e2e-')),
      onLine: (line) => log.push(line),
    };
    const suite = new Suite(options, log);
    try {
      await suite.#startPieces();
      return suite;
    } catch (error) {
      await suite.close(); // the pieces that did start have process groups of their own
      throw error;
    }
  }

  async #startPieces(): Promise<void> {
    const build = websiteBuild(this.addresses.explorerApi, this.websiteBuild);
    await buildIfChanged(build, (line) => this.log.push(line));
    await this.startNode();
    await this.startGateway();
    await startWebsite(this.#options, this.#options.ports.website, build.output);
  }

  /**
   * Starts the node on the suite's chain; it does not mine by itself.
   * @param flags further flags of `cairn start`
   */
  async startNode(flags: readonly string[] = []): Promise<void> {
    this.#node = await startDevnetNode(this.#options, flags);
  }

  async stopNode(): Promise<void> {
    await this.#node?.stop();
    this.#node = undefined;
  }

  async startGateway(): Promise<void> {
    this.#gateway = await startGateway(this.#options);
  }

  async stopGateway(): Promise<void> {
    await this.#gateway?.stop();
    this.#gateway = undefined;
  }

  /** The address that lets one browser into the wallet, once. */
  walletAddress(): string {
    return readWalletAddress(this.addresses);
  }

  /** Asks the node's private RPC directly, as an operator would: what the pages show is compared with it. */
  async rpc(path: string): Promise<unknown> {
    const token = readFileSync(this.addresses.tokenFile, 'utf8').trim();
    const response = await fetch(this.addresses.rpc + path, {
      headers: { Authorization: `Bearer ${token}` },
    });
    return response.json();
  }

  /** Height of the node's tip, as its Explorer API says. */
  async height(): Promise<number> {
    const response = await fetch(`${this.addresses.explorerApi}/api/v1/status`);
    return ((await response.json()) as { height: number }).height;
  }

  /** Runs a command of the node's own command line on the suite's data directory. */
  async cairn(...argv: string[]): Promise<string> {
    const flags = ['--network', 'devnet', '--data-dir', this.#options.dataDirectory];
    const { stdout } = await run(process.execPath, [inRoot('node/bin/cairn.mjs'), ...argv, ...flags], {
      cwd: ROOT,
    });
    return stdout;
  }

  /**
   * Stops the node, mines blocks that take in what is pending, and starts it again.
   * @param flags further flags of `cairn start`
   */
  async mine(blocks: number, to: string, flags: readonly string[] = []): Promise<void> {
    await this.stopNode();
    await this.cairn('mine', '--blocks', `${blocks}`, '--to', to);
    await this.startNode(flags);
  }

  async close(): Promise<void> {
    await this.#options.group.stop();
    rmSync(this.#options.dataDirectory, { recursive: true, force: true });
  }
}

interface TestFixtures {
  /**
   * Keeps a picture of the whole page under this name, for people to look at: only where `CAIRN_SCREENSHOTS` is set,
   * since it takes longer than what the tests look at.
   */
  keepScreenshot: (name: string) => Promise<void>;
}

interface WorkerFixtures {
  /** Tests of the same name share one suite and its chain; a file that counts blocks takes a name of its own. */
  chainName: string;
  suite: Suite;
}

const SCREENSHOTS = inRoot('reports/screenshots');

/** Whether pictures of the pages are kept. */
export const KEEPS_SCREENSHOTS: boolean = Boolean(process.env['CAIRN_SCREENSHOTS']);

/** As the fixture `keepScreenshot`, of any page. */
export async function keepScreenshotOf(page: Page, name: string): Promise<void> {
  if (!KEEPS_SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  keepScreenshot: ({ page }, use) => use((name) => keepScreenshotOf(page, name)),
  chainName: ['shared', { option: true, scope: 'worker' }],
  suite: [
    // Named although unused: Playwright starts another suite where it differs.
    async ({ chainName: _chainName }, use) => {
      const suite = await Suite.start();
      await use(suite);
      await suite.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

export { expect } from '@playwright/test';
