import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportBlocks } from '../../src/chain/import-export.ts';
import { startCairn, type CairnChild } from './child-process.ts';
import { type Campaign, CrashFailure } from './tally.ts';
import { FollowerTwin } from './follower-twin.ts';
import { openStores, type Stores } from './stores.ts';
import { nextOperation, perform } from './operations.ts';
import { blockFilesOf } from './raw-state.ts';
import { withSurvivor, type Recovery } from './survivor.ts';

const KIND = 'cairn import';
const PLACE = 'any moment';
/** Height of the chain that is imported. */
const HEIGHT = 60;
/** Kills before the import into one directory may finish. */
const KILLS_PER_DIRECTORY = 4;
const COMPLETE = 'with every block';

/**
 * Kills the real `cairn import` of one file repeatedly; each run continues the import, and the last one completes it.
 */
export async function killImport(kills: number, campaign: Campaign): Promise<void> {
  const { tally, folder } = campaign;
  tally.expect(KIND, PLACE);
  const source = await makeSource(campaign);
  const file = join(folder, 'import.dat');
  await exportBlocks(source.chain, file);
  const before = tally.total.kills;
  for (let round = 0; tally.total.kills - before < kills && round < 2 * kills; round += 1) {
    const left = kills - (tally.total.kills - before);
    await killAndFinish({ file, source, most: Math.min(left, KILLS_PER_DIRECTORY) }, campaign);
  }
  await source.close();
}

async function makeSource({ folder, random }: Campaign): Promise<Stores> {
  const source = await openStores({ path: join(folder, 'import-source') });
  const seed = random.integer(0, 2 ** 31);
  for (let index = 0; index <= HEIGHT; index += 1) {
    await perform(source, nextOperation(source, 'append', seed, index));
  }
  return source;
}

/** Kills the import into one data directory up to `most` times, then completes it. */
async function killAndFinish(
  { file, source, most }: { file: string; source: Stores; most: number },
  { tally, random, folder }: Campaign,
): Promise<void> {
  const victim = join(folder, 'import-victim');
  const twin = await FollowerTwin.begin(join(folder, 'import-twin'));
  const importFile = (): CairnChild => startCairn(['import', file, '--data-dir', victim]);
  try {
    for (let killed = 0; killed < most; killed += 1) {
      const child = importFile();
      await killOnceGrown(child, victim, random.integer(0, source.chain.storedBytes()));
      if ((await child.ended) !== undefined) {
        tally.miss();
        break;
      }
      const { phase, recovery } = await examine(victim, twin, source);
      tally.countKill(KIND, PLACE, phase, recovery);
    }
    await importFile().ended;
    const { phase } = await examine(victim, twin, source);
    if (phase !== COMPLETE) throw new Error(`the import that was not killed ended ${phase}`);
  } catch (error) {
    throw new CrashFailure(`${KIND}: ${(error as Error).message}`, folder, { cause: error });
  }
  await twin.end();
  rmSync(victim, { recursive: true });
}

async function examine(
  victim: string,
  twin: FollowerTwin,
  source: Stores,
): Promise<{ phase: string; recovery: Recovery }> {
  let height = -1;
  const { recovery } = await withSurvivor(victim, { pending: false }, async (survivor) => {
    height = survivor.chain.tip().height;
    await twin.requireEqual(survivor, source.chain);
  });
  if (height < 0) return { phase: 'before the first block', recovery };
  return { phase: height < HEIGHT ? 'with some blocks' : COMPLETE, recovery };
}

/** Sends SIGKILL once the block files have this many bytes. */
async function killOnceGrown(child: CairnChild, path: string, bytes: number): Promise<void> {
  const size = (): number => blockFilesOf(path).reduce((sum, file) => sum + statSync(file).size, 0);
  while (child.isRunning() && size() < bytes) await sleep(1);
  child.send('SIGKILL');
}
