import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exportBlocks } from '../../src/chain/import-export.ts';
import { buildTestBlock, transfer } from '../../src/chain/test-support.ts';
import { startCairn, type CairnChild } from './child-process.ts';
import { type Campaign, CrashFailure } from './tally.ts';
import { findDifference } from './equality.ts';
import { openStores, type Stores } from './stores.ts';
import { blockFilesOf } from './raw-state.ts';

const KIND = 'reorganization';
const PLACE = 'any moment';
/** Numbers of blocks below the fork, on the branch that is left, and on the heavier branch. */
const COMMON = 5;
const LEFT = 40;
const CONNECTED = 41;
/** Transfers per block, so that each step takes some time. */
const TRANSFERS = 20;

/**
 * Kills the real `cairn import` of a heavier branch while the chain switches to it. The next start has to complete the
 * reorganization: every store then equals that of a twin that saw only the heavier branch.
 */
export async function killReorganization(kills: number, campaign: Campaign): Promise<void> {
  const { tally, folder, random } = campaign;
  tally.expect(KIND, PLACE);
  const lighter = await makeChain(join(folder, 'lighter'), LEFT, 3);
  const heavier = await makeChain(join(folder, 'heavier'), CONNECTED, 4);
  const file = join(folder, 'heavier.dat');
  await exportBlocks(heavier.chain, file);
  await lighter.close();
  const victim = join(folder, 'reorganized');
  let killed = 0;
  for (let attempt = 0; killed < kills && attempt < 4 * kills; attempt += 1) {
    cpSync(lighter.path, victim, { recursive: true });
    const child = startCairn(['import', file, '--data-dir', victim]);
    const phase = await killDuringSwitch(child, victim, random.integer(0, 2 * LEFT) / (2 * LEFT));
    if ((await child.ended) === undefined) {
      await requireHeavier(victim, heavier);
      tally.countKill(KIND, PLACE, phase, { droppedTail: false, rebuilt: false, resumed: false });
      killed += 1;
    } else tally.miss();
    rmSync(victim, { recursive: true });
  }
  await heavier.close();
}

async function makeChain(path: string, above: number, miner: number): Promise<Stores> {
  const stores = await openStores({ path, pending: false });
  const { chain } = stores;
  for (let height = 1; height <= COMMON + above; height += 1) {
    const first = (height - 1) * TRANSFERS + 1;
    const transfers = Array.from({ length: TRANSFERS }, (_, index) =>
      transfer({ from: 1, to: 2, nonce: first + index }),
    );
    const options = { miner: height <= COMMON ? 9 : miner };
    await chain.appendBlock(buildTestBlock(chain, transfers, options));
  }
  return stores;
}

/**
 * Sends SIGKILL once the block files have shrunk, or grown again, to a point.
 * @param point fraction of the reorganization: below 0.5 while blocks are disconnected, above while blocks are
 *   connected
 */
async function killDuringSwitch(child: CairnChild, path: string, point: number): Promise<string> {
  const size = (): number => blockFilesOf(path).reduce((sum, name) => sum + statSync(name).size, 0);
  const full = size();
  const perBlock = full / (COMMON + LEFT + 1);
  const isDisconnecting = point < 0.5;
  const lowest = perBlock * (COMMON + 2);
  const target = isDisconnecting
    ? full - (full - lowest) * point * 2
    : lowest + (full - lowest) * (point - 0.5) * 2;
  let hasBeenLow = false;
  while (child.isRunning()) {
    const now = size();
    hasBeenLow ||= now <= lowest + perBlock;
    if (isDisconnecting ? now < full && now <= target : hasBeenLow && now >= target) break;
    await sleep(0);
  }
  child.send('SIGKILL');
  return isDisconnecting ? 'stepping back' : 'connecting';
}

async function requireHeavier(victim: string, heavier: Stores): Promise<void> {
  try {
    const survivor = await openStores({ path: victim, pending: false });
    try {
      const difference = await findDifference(survivor, heavier);
      if (difference !== undefined) throw new Error(difference);
    } finally {
      await survivor.close();
    }
  } catch (error) {
    throw new CrashFailure(`${KIND}: ${(error as Error).message}`, victim, { cause: error });
  }
}
