import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startCairn, temporaryFolder } from './cairn-process.ts';

/** Blocks are mined faster than a batch of 320 transfers can be submitted. */
const FLAGS = ['--mine', '--mine-interval', '0.02', '--demo-traffic', '320'];
const PORTS = ['--explorer-port', '0', '--rpc-port', '0', '--no-p2p'];
/** Blocks that may be mined between the signal and the end of the miner. */
const BLOCKS_AFTER_SIGNAL = 20;

it('a node that mines faster than demo traffic is submitted stops within seconds § fault demo traffic', async () => {
  const node = startCairn(['start', '--data-dir', join(temporaryFolder(), 'node'), ...PORTS, ...FLAGS]);
  await node.line(/Mined block 20 /);
  await sleep(5_000); // in which batches would accumulate
  const began = performance.now();
  const { code, out, err } = await node.stop();
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(performance.now() - began).toBeLessThan(10_000);
  const signalled = out.findIndex((line) => line.includes('SIGTERM: stopping'));
  const after = out.slice(signalled).filter((line) => line.includes('Mined block'));
  expect(after.length).toBeLessThan(BLOCKS_AFTER_SIGNAL);
});
