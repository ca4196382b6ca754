import { startNode, type BenchNode } from './child-process.ts';
import { median } from './bench-run.ts';
import { peerAddress, type Bench } from './stages.ts';
import type { Line } from './table.ts';

const BLOCKS = 15;
const MAX_MS = 1_000;
const POLL_MS = 5;

/** Time from a block of a miner until the last node of a line of three shows it; each node knows only its neighbour. */
export async function benchRelay({ folders }: Bench): Promise<Line[]> {
  const miner = await startNode(folders.make(), ['--p2p-port', '0', '--mine', '--mine-interval', '2']);
  const middle = await startNode(folders.make(), ['--p2p-port', '0', '--peer', await peerAddress(miner)]);
  const last = await startNode(folders.make(), ['--p2p-port', '0', '--peer', await peerAddress(middle)]);
  try {
    await untilHeight(last, 3);
    const times: number[] = [];
    for (let height = (await heightOf(miner)) + 1; times.length < BLOCKS; height += 1) {
      const [mined, shown] = await Promise.all([untilHeight(miner, height), untilHeight(last, height)]);
      times.push(shown - mined);
    }
    return [
      {
        name: 'a block reaches the third node of a line',
        figure: `${median(times).toFixed(0)} ms`,
        against: `at most ${Math.max(...times).toFixed(0)} ms in ${BLOCKS} blocks; aim: ${MAX_MS} ms`,
        met: Math.max(...times) <= MAX_MS,
      },
    ];
  } finally {
    for (const node of [last, middle, miner]) await node.stop();
  }
}

/** @returns when the node showed the height, by `performance.now` */
async function untilHeight(node: BenchNode, height: number): Promise<number> {
  while ((await heightOf(node)) < height) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return performance.now();
}

async function heightOf({ explorer }: BenchNode): Promise<number> {
  const response = await fetch(`${explorer}/api/v1/status`);
  return ((await response.json()) as { height: number }).height;
}
