import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { mineTestBlock, openTestChain } from '../chain/test-support.ts';
import { PROJECTION_STEPS } from './table-writer.ts';
import { expectLikeModel, startTestProjection } from './test-support.ts';

/** Mines and projects until the projection's thread passes a step at a height, where it kills the process. */
const PROGRAM = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { pino } from 'pino';
  import { ACCOUNTS, mineTestBlock, openTestChain, transfer } from ${JSON.stringify(new URL('../chain/test-support.ts', import.meta.url).href)};
  import { startSqliteProjection } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};
  const [path, step, height] = process.argv.slice(1);
  const { chain, dataDirectory } = await openTestChain({ path });
  const projection = startSqliteProjection({
    chain,
    path: dataDirectory.projection,
    logger: pino({ level: 'silent' }),
    killAt: { step, height: Number(height) },
  });
  for (let round = 1; round < 200; round += 1) {
    const nonce = chain.account(ACCOUNTS[1].address).nonce;
    await mineTestBlock(chain, [1, 2, 3].map((step) => transfer({ from: 1, to: 2, nonce: nonce + step })));
    if (round % 5 === 0) await chain.stepBack();
    for (let wait = 0; projection.status().indexedHeight + 3 < chain.tip().height && wait < 5_000; wait += 1) await sleep(1);
  }
  await projection.close();
  process.exit(3); // it never passed that step
`;

/** @returns the signal that ended the process */
async function projectAndDie(path: string, step: string, height: number): Promise<string | null> {
  const argv = ['--input-type=module', '--eval', PROGRAM, path, step, `${height}`];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
}

it.each(PROJECTION_STEPS)(
  'a projection loses nothing but the newest blocks when its process is killed after a change was %s',
  async (step) => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-killed-'));
    const path = join(folder, 'data');
    for (const height of [2, 12]) {
      expect(await projectAndDie(path, step, height)).toBe('SIGKILL');
      const survivor = await openTestChain({ path });
      const projected = startTestProjection(survivor);
      await projected.ready();
      expect(projected.log.join('')).not.toContain('rebuilt');
      await expectLikeModel(survivor, projected);
      await mineTestBlock(survivor.chain);
      await projected.ready();
      await projected.projection.close();
      await survivor.close();
    }
    rmSync(folder, { recursive: true });
  },
  120_000,
);
