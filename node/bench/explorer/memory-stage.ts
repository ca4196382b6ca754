import type { BenchChain } from '../bench-chain.ts';
import { startScript, waitForEnd, type BenchNode } from '../child-process.ts';
import { startReady, whileRunning, type ExplorerBench } from './explorer-bench.ts';
import { mappedMiB, residentMiB, watchResident } from './process-figures.ts';
import type { Line } from '../table.ts';
import { get } from './targets.ts';

const READERS = 16;
/** The limit of docs/OPERATING.md for the process, a tenth of which is the answer cache that the read pages fill. */
const RESIDENT_AIM = 600;
const SETTLE_MS = 2_000;
/** Full blocks that the stage needs. */
export const FULL_BLOCKS = 10;
/** Minimum time for reading pages. */
const MIN_SECONDS = 10;

/** Slow readers that list ten full blocks and page through their transactions. */
export async function benchMemory({ directory, chain, seconds }: ExplorerBench): Promise<Line> {
  const node = await startReady(directory);
  return whileRunning(node, () => readSlowly(node, chain, seconds));
}

async function readSlowly(node: BenchNode, chain: BenchChain, seconds: number): Promise<Line> {
  const tip = chain.blocks - 1;
  await get(`${node.explorer}/api/v1/blocks?limit=1`);
  await get(`${node.explorer}/api/v1/blocks/0/transactions?limit=1`);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const before = residentMiB(node.child.pid!);
  const mappedBefore = mappedMiB(node.child.pid!);
  const memory = watchResident(node.child.pid!);
  const argv = [node.explorer, String(tip), String(READERS), String(Math.max(MIN_SECONDS, seconds))];
  const { output } = await waitForEnd(startScript('explorer/slow-readers-script.ts', argv));
  const peak = memory.stop();
  const mapped = mappedMiB(node.child.pid!) - mappedBefore;
  const { pages } = JSON.parse(output) as { pages: number };
  return {
    name: `${READERS} slow readers of ten full blocks`,
    figure: `${peak.toFixed(0)} MiB`,
    against:
      `from ${before.toFixed(0)} MiB, mapped files grew by ${mapped.toFixed(0)} MiB, ` +
      `${pages.toLocaleString('en')} pages (aim ≤ ${RESIDENT_AIM})`,
    met: peak <= RESIDENT_AIM,
  };
}
