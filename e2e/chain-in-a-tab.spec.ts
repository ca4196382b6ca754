import { setImmediate } from 'node:timers/promises';
import { MemoryChain } from '@cairn/chain/memory';
import { inRoot } from '@cairn/suite/checkout';
import { expect, test } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { call, optionsOf, type ChainCall } from './chain-worker.ts';

const RECIPIENT = 'dWuPJ3a8491JzZmUgzBfpWGLzoLtxhNxoc';
const CALLS: readonly ChainCall[] = [
  ['http://devnet/devnet/mine', '{"blocks":3}'],
  ['http://explorer/api/v1/status'],
  ['http://devnet/devnet/fund', `{"address":"${RECIPIENT}","amount":"500"}`],
  ['http://explorer/api/v1/blocks/4/transactions'],
  ['http://devnet/devnet/reorganize', '{"depth":2}'],
  ['http://explorer/api/v1/blocks'],
  ['http://devnet/devnet'],
];

async function bundleWorker(): Promise<string> {
  const { output } = (await build({
    root: inRoot('.'),
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2024', rolldownOptions: { input: inRoot('e2e/chain-worker.ts') } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

test('a worker of a page holds a chain, which answers what one in a process does', async ({ page }) => {
  const code = await bundleWorker();
  await page.route('http://tab.test/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: code })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A chain</title>' }),
  );
  await page.goto('http://tab.test/');
  const inTab = await page.evaluate(async (calls) => {
    const worker = new Worker('/worker.js', { type: 'module' });
    const answers: [number, string][] = [];
    for (const one of calls) {
      const answered = Promise.withResolvers<[number, string]>();
      const onAnswer = ({ data }: MessageEvent<[number, string]>): void => answered.resolve(data);
      worker.addEventListener('message', onAnswer, { once: true });
      worker.addEventListener('error', ({ message }) => answered.reject(new Error(message)));
      worker.postMessage(one);
      answers.push(await answered.promise);
    }
    return answers;
  }, CALLS);
  await using chain = await MemoryChain.open(optionsOf(() => setImmediate()));
  const inProcess: [number, string][] = [];
  for (const one of CALLS) inProcess.push(await call(chain, one));
  expect(inTab).toEqual(inProcess);
  expect(inTab.map(([status]) => status)).toEqual(CALLS.map(() => 200));
  expect(chain.chain.tip().height).toBe(5);
});
