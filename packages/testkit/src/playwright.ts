import { test as base } from '@playwright/test';
import { startSuite, type Suite } from './suite.ts';

interface WorkerFixtures {
  /** Tests of the same name share one suite and its chain; a file that counts blocks takes a name of its own. */
  chainName: string;
  /** Node, gateway and website of this worker. */
  suite: Suite;
}

/** Playwright's `test` with the suite's fixtures. */
export const test = base.extend<object, WorkerFixtures>({
  chainName: ['shared', { option: true, scope: 'worker' }],
  suite: [
    // Named although unused: Playwright starts another suite where it differs.
    async ({ chainName: _chainName }, use) => {
      const suite = await startSuite();
      await use(suite);
      await suite.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

export { expect } from '@playwright/test';
export {
  chooseAccount,
  goToScreen,
  importDevelopmentWallet,
  openScreen,
  PASSWORD,
  reviewTransfer,
  type Transfer,
} from './wallet-steps.ts';
