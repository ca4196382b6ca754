import { join } from 'node:path';
import { startScript, waitForEnd, type BenchNode } from '../child-process.ts';
import { median } from '../bench-run.ts';
import {
  PROJECTION_FILE,
  removeProjection,
  startIndexing,
  startReady,
  statusOf,
  untilIndex,
  whileRunning,
  type ExplorerBench,
} from './explorer-bench.ts';
import { load, writeRequests } from './load.ts';
import { perSecond, type Line } from '../table.ts';
import { routeTargets, shuffled, type KnownIds } from './targets.ts';

const BACKFILL_AIM = 0.4;
const CORE_AIM = 0.7;
/** Maximum length of the load as a share of the backfill's, so that the load ends first even if the chain is short. */
const MAX_LOAD_SHARE = 0.4;

/**
 * Compares building the projection with bare better-sqlite3, and the rate of core routes meanwhile with an idle node's.
 */
export async function benchBackfill(bench: ExplorerBench, known: KnownIds): Promise<Line[]> {
  const own: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < bench.runs; run += 1) {
    own.push(await backfillSeconds(bench.directory));
    const path = join(bench.directory, PROJECTION_FILE);
    const { output } = await waitForEnd(startScript('explorer/bare-insert-script.ts', [path]));
    bare.push((JSON.parse(output) as { seconds: number }).seconds);
  }
  const ownRate = bench.chain.transactions / median(own);
  const bareRate = bench.chain.transactions / median(bare);
  const share = ownRate / bareRate;
  const line: Line = {
    name: 'backfill (transactions)',
    figure: perSecond(ownRate),
    against: `${share.toFixed(2)} × bare better-sqlite3 ${perSecond(bareRate)} (aim ${BACKFILL_AIM})`,
    met: share >= BACKFILL_AIM,
  };
  return [line, await benchCoreMeanwhile(bench, known, median(own))];
}

/** Includes the start of the process, some tenths of a second that the bare inserts do not have. */
async function backfillSeconds(directory: string): Promise<number> {
  removeProjection(directory);
  const node = await startIndexing(directory);
  return whileRunning(node, async () => {
    await untilIndex(node, ({ index }) => index.state === 'ready');
    return (performance.now() - node.began) / 1_000;
  });
}

async function benchCoreMeanwhile(bench: ExplorerBench, known: KnownIds, backfill: number): Promise<Line> {
  const targets = routeTargets(known);
  const requests = (
    ['block by height', 'block by hash', 'transaction', 'address', 'block list'] as const
  ).flatMap((name) => targets[name].slice(0, 1_000));
  const file = writeRequests(bench.exchange, shuffled(requests));
  const seconds = Math.min(bench.seconds, backfill * MAX_LOAD_SHARE);
  const idle: number[] = [];
  const busy: number[] = [];
  for (let run = 0; run < bench.runs; run += 1) {
    removeProjection(bench.directory);
    const building = await startIndexing(bench.directory);
    await whileRunning(building, async () => {
      busy.push((await load(building.explorer, file, seconds, 200)).rate);
      await requireBuilding(building);
    });
    const ready = await startReady(bench.directory);
    await whileRunning(ready, async () => {
      idle.push((await load(ready.explorer, file, seconds, 200)).rate);
    });
  }
  const share = median(busy) / median(idle);
  return {
    name: 'core routes during backfill',
    figure: perSecond(median(busy)),
    against: `${share.toFixed(2)} × idle ${perSecond(median(idle))} (aim ${CORE_AIM})`,
    met: share >= CORE_AIM,
  };
}

async function requireBuilding(node: BenchNode): Promise<void> {
  const { index } = await statusOf(node);
  if (index.state !== 'building') throw new Error('the backfill ended before the load: take a longer chain');
}
