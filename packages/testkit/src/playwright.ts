import type { DevnetClient } from '@cairn/api/devnet';
import { saveDump } from '@cairn/suite/dump-file';
import {
  test as base,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from '@playwright/test';
import { startSuite, type Suite, type SuiteOptions } from './suite.ts';
import { chooseAccount, importDevelopmentWallet } from './wallet-steps.ts';

interface TestFixtures {
  /**
   * Controls the suite's chain: takes a snapshot before the test and restores it afterwards. A test that restarts the
   * node uses `suite.devnet` instead, since a snapshot does not survive the node. A failed test leaves `chain.json` in
   * the report: its chain, which `cairn show` opens, with the calls that made it.
   */
  chain: DevnetClient;
  /** Number of the development account that `wallet` shows, from 0 to 9; set it with `test.use`. */
  account: number;
  /** A page with the unlocked wallet of the development accounts, in the same browser as `page`. */
  wallet: Page;
}

interface WorkerFixtures {
  /** Development accounts of the suite's devnet other than the public ones; set it with `test.use`. */
  development: Pick<SuiteOptions, 'accounts' | 'balance' | 'mnemonic'>;
  /** Node, gateway and website of this worker. Consecutive tests share their chain. */
  suite: Suite;
}

/** Playwright's `test` with the suite's fixtures. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
> = base.extend<TestFixtures, WorkerFixtures>({
  development: [{}, { option: true, scope: 'worker' }],
  suite: [
    async ({ development }, use) => {
      const suite = await startSuite(development);
      await use(suite);
      await suite.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  chain: async ({ suite }, use, testInfo) => {
    const { id } = await suite.devnet.snapshot();
    const calls: Call[] = [];
    await use(recorded(suite.devnet, calls));
    if (testInfo.status !== testInfo.expectedStatus) await leaveChain(suite.devnet, calls, testInfo);
    await suite.devnet.revert({ id });
  },
  account: [0, { option: true }],
  wallet: async ({ context, suite, account, development }, use) => {
    const page = await context.newPage();
    await importDevelopmentWallet(page, suite.walletAddress(), development.mnemonic);
    if (account !== 0) await chooseAccount(page, `Account ${account}`);
    await use(page);
  },
});

interface Call {
  readonly route: string;
  readonly body?: object;
}

/** A client whose calls are noted before they are sent. */
function recorded(client: DevnetClient, calls: Call[]): DevnetClient {
  type Method = (...input: readonly [body?: object, options?: object]) => Promise<unknown>;
  const methods = Object.entries(client as unknown as Readonly<Record<string, Method>>);
  const noted = methods.map(([route, method]): [string, Method] => [
    route,
    (...input) => {
      const [body] = input;
      calls.push({ route, ...(body && { body }) });
      return method(...input);
    },
  ]);
  return Object.fromEntries(noted) as unknown as DevnetClient;
}

/** Attaches the chain of a failed test to the report, and prints how to open it. */
async function leaveChain(devnet: DevnetClient, calls: readonly Call[], testInfo: TestInfo): Promise<void> {
  const path = testInfo.outputPath('chain.json');
  saveDump(path, { ...(await devnet.dump()), calls });
  await testInfo.attach('chain.json', { path, contentType: 'application/json' });
  process.stdout.write(`npx cairn-chain show ${path}\n`);
}

export { expect } from '@playwright/test';
export { DEVELOPMENT_ADDRESSES } from './suite.ts';
export {
  askNode,
  chooseAccount,
  goToScreen,
  importDevelopmentWallet,
  openScreen,
  PASSWORD,
  reviewTransfer,
  type Transfer,
} from './wallet-steps.ts';
