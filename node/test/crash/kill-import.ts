import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blockId } from '@cairn/protocol';
import { exportBlocks } from '../../src/home/import-export.ts';
import { buildTestBlock, transfer } from '@cairn/chain/test-support';
import { atExit, startCairn } from '../cairn-process.ts';
import { openStores } from './stores.ts';
import { type Campaign, CrashFailure } from './tally.ts';
import { Twin } from './twin.ts';

const KIND = 'cairn import';
/** Numbers of blocks below the fork, and of the branch that is there; the imported one has one more. */
const COMMON = 5;
const LEFT = 40;
/** Transfers per block, so that each write takes some time. */
const TRANSFERS = 20;
/** Kills before the import into one directory may finish. */
const KILLS_PER_DIRECTORY = 4;

/**
 * Kills the real `cairn import` repeatedly, into a new directory and into one with a lighter branch, for which it switches. Each run
 * continues the import, and the last one completes it.
 */
export async function killImport(kills: number, campaign: Campaign): Promise<void> {
  const { tally, folder, random } = campaign;
  const [lighter, heavier] = [join(folder, 'lighter'), join(folder, 'heavier')];
  const left = await makeChain(lighter, LEFT, 3);
  const imported = await makeChain(heavier, LEFT + 1, 4);
  const file = join(folder, 'heavier.dat');
  const source = await openStores({ path: heavier });
  await exportBlocks(source.chain, file);
  await source.close();
  const twin = await Twin.begin({ path: join(folder, 'import-twin') });
  const victim = join(folder, 'import-victim');
  const tips = [left, imported].map((blocks) => blocks.map((raw) => blockId(raw)));
  for (const [place, isNew] of Object.entries({
    'into a new directory': true,
    'of a heavier branch': false,
  })) {
    tally.expect(KIND, place);
    let milliseconds = 1_000;
    let isComplete = true;
    let killedHere = 0;
    for (let killed = 0, attempts = 0; killed < kills && attempts < 8 * kills; attempts += 1) {
      if (isComplete) {
        rmSync(victim, { recursive: true, force: true });
        if (!isNew) cpSync(lighter, victim, { recursive: true });
        killedHere = 0;
      }
      const began = performance.now();
      const { child, ended } = startCairn(['import', file, '--data-dir', victim], {}, undefined, atExit);
      // The first run, and the last one on a directory, are not killed.
      const isKilled = attempts > 0 && killedHere < KILLS_PER_DIRECTORY;
      if (isKilled) void sleep(random.integer(0, milliseconds)).then(() => child.kill('SIGKILL'));
      const { code, err } = await ended;
      if (code !== null && !isKilled) milliseconds = Math.ceil(performance.now() - began);
      const survivor = await openStores({ path: victim });
      const { height, id } = survivor.chain.tip();
      const isAllowed =
        code === 0
          ? id === tips[1]!.at(-1)
          : tips[1]![height - 1] === id || (isNew ? height === 0 : id === tips[0]!.at(-1));
      try {
        if (code !== 0 && code !== null) throw new Error(err.join('\n'));
        if (!isAllowed) throw new Error(`the tip is block ${height} ${id}`);
        await twin.requireEqual(survivor);
      } catch (error) {
        throw new CrashFailure(`${KIND} ${place}: ${(error as Error).message}`, folder, { cause: error });
      }
      await survivor.close();
      isComplete = code === 0;
      if (isComplete) continue;
      killedHere += 1;
      tally.count(KIND, place, { droppedTail: false, rebuilt: false, resumed: false });
      killed += 1;
    }
  }
  await twin.end();
}

/** @returns its blocks, without the genesis block */
async function makeChain(path: string, above: number, miner: number): Promise<Uint8Array[]> {
  const stores = await openStores({ path });
  const { chain } = stores;
  const blocks: Uint8Array[] = [];
  for (let height = 1; height <= COMMON + above; height += 1) {
    const first = (height - 1) * TRANSFERS + 1;
    const transfers = Array.from({ length: TRANSFERS }, (_, index) =>
      transfer({ from: 1, to: 2, nonce: first + index }),
    );
    const raw = buildTestBlock(chain, transfers, { miner: height <= COMMON ? 9 : miner });
    await chain.appendBlock(raw);
    blocks.push(raw);
  }
  await stores.close();
  return blocks;
}
