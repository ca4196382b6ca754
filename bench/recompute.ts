/** `npm run bench -- recompute`: a tab recomputes a chain that a node serves, beside the node's own validation of it. */
import { startSuite } from '@cairn/testkit';
import type { Page } from '@playwright/test';
import { openBrowser, pageMemory } from './browser.ts';
import { benchChain } from './chain.ts';
import { runBench } from './frame.ts';
import { importedDirectory, runCairn, startNode } from './programs.ts';

/** Transfers of a block: a few seconds of a busy chain. */
const TRANSFERS = 200;
/** Limits for 100,000 transfers. */
const [LIMIT_TRANSFERS, LIMIT_MS] = [100_000, 60_000];
const TIMEOUT_MS = 600_000;

await runBench(
  'recompute',
  {
    runs: 3,
    parts: ['node', 'tab'],
    numbers: { transactions: [LIMIT_TRANSFERS, `of the chain, ${TRANSFERS} transfers a block`] },
  },
  async (bench) => {
    const chain = await benchChain(bench.numbers.transactions, TRANSFERS);
    const browser = await openBrowser(bench);
    const suite = await startSuite();
    bench.onEnd(() => suite.close());
    const name = `${chain.transactions.toLocaleString('en')} transactions, ${chain.blocks} blocks`;
    let source = await importedDirectory(bench, chain);
    if (bench.wants('node'))
      await bench.measure([{ name: `the node imports ${name}`, unit: 'ms' }], async () => {
        source = bench.folder();
        const { seconds, peakMiB } = await runCairn('import', source, chain.path);
        return [{ value: 1_000 * seconds, peakMiB }];
      });
    if (!bench.wants('tab')) return;
    const node = await startNode(source, '--p2p-port', '0', '--index');
    bench.onEnd(() => node.stop());
    const site = await suite.openWebsite(node.explorer);
    bench.onEnd(() => site.close());
    const max = Math.max(1, chain.transactions / LIMIT_TRANSFERS) * LIMIT_MS;
    await bench.measure(
      [
        { name: 'a tab recomputes them: click → done', unit: 'ms', max },
        { name: 'the next visit: click → done, of the blocks that are kept', unit: 'ms' },
      ],
      async () => {
        const context = await browser.newContext();
        const page = await context.newPage();
        const whole = await recompute(page, site.url);
        const peakMiB = (await pageMemory(browser, 'VmHWM')) / 2 ** 20;
        const again = await recompute(page, site.url);
        await context.close();
        return [{ value: whole, peakMiB }, { value: again }];
      },
    );
  },
);

/** Milliseconds from the click to the end. */
async function recompute(page: Page, site: string): Promise<number> {
  await page.goto(`${site}/network`);
  const panel = page.locator('.recompute');
  const button = panel.getByRole('button', { name: 'Recompute' });
  await button.waitFor();
  const start = performance.now();
  await button.click();
  await panel.locator('[data-verdict="passed"]').waitFor({ timeout: TIMEOUT_MS });
  return performance.now() - start;
}
