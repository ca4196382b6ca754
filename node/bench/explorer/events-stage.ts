import { setTimeout as sleep } from 'node:timers/promises';
import { startScript, type BenchNode } from '../child-process.ts';
import { startReady, whileRunning, type ExplorerBench } from './explorer-bench.ts';
import { residentMiB } from './process-figures.ts';
import type { Line } from '../table.ts';

/** A line of `streams-script.ts`: how long a tip took to reach all streams. */
export interface TipSpread {
  readonly height: number;
  /** From the first stream that received it to the last. */
  readonly milliseconds: number;
}

const STREAMS = 1_000;
const SPREAD_AIM = 500;
const MEMORY_AIM_KIB = 100;
/** Long enough for the streams to open, and the memory to be read, before the first block. */
const MINE_SECONDS = 8;
const SETTLE_MS = 1_500;
const TIMEOUT_MS = 60_000;

/** Many clients that follow the tip. This stage mines blocks, so it has to be the last. */
export async function benchEvents({ directory }: ExplorerBench): Promise<Line[]> {
  const node = await startReady(directory, ['--mine', '--mine-interval', String(MINE_SECONDS)]);
  return whileRunning(node, () => followTips(node));
}

async function followTips(node: BenchNode): Promise<Line[]> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const before = residentMiB(node.child.pid!);
  const clients = startScript('explorer/streams-script.ts', [node.explorer, String(STREAMS)]);
  await messageOrEnd(clients.line(/^open$/m), clients.ended);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const each = ((residentMiB(node.child.pid!) - before) * 1_024) / STREAMS;
  const [text] = await messageOrEnd(clients.line(/\{.*\}/), clients.ended);
  const { height, milliseconds } = JSON.parse(text) as TipSpread;
  await clients.stop();
  return [
    {
      name: `tip ${height} to ${STREAMS.toLocaleString('en')} streams`,
      figure: `${milliseconds.toFixed(0)} ms`,
      against: `from the first to the last (aim ≤ ${SPREAD_AIM} ms)`,
      met: milliseconds <= SPREAD_AIM,
    },
    {
      name: 'memory of a stream',
      figure: `${each.toFixed(1)} KiB`,
      against: `aim ≤ ${MEMORY_AIM_KIB} KiB`,
      met: each <= MEMORY_AIM_KIB,
    },
  ];
}

/** @throws Error if the process ends first, or the message does not come within the time limit */
async function messageOrEnd<T>(waited: Promise<T>, ended: Promise<string>): Promise<T> {
  return Promise.race([
    waited,
    sleep(TIMEOUT_MS, undefined, { ref: false }).then(() => {
      throw new Error(`the streams reported nothing for ${TIMEOUT_MS / 1_000} seconds`);
    }),
    ended.then((output) => {
      throw new Error(`the streams ended early: ${output}`);
    }),
  ]);
}
