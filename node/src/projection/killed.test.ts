import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { mineTestBlock, openTestChain } from '../chain/test-support.ts';
import { expectLikeModel, startTestProjection } from './test-support.ts';

/** Mines and projects, and prints the height of the index. */
const PROGRAM = `
  import { pino } from 'pino';
  import { ACCOUNTS, mineTestBlock, openTestChain, stepBack, transfer } from ${JSON.stringify(new URL('../chain/test-support.ts', import.meta.url).href)};
  import { startSqliteProjection } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};
  const { chain, dataDirectory } = await openTestChain({ path: process.argv[1] });
  const projection = startSqliteProjection({ chain, path: dataDirectory.projection, logger: pino({ level: 'silent' }) });
  setInterval(() => console.log(projection.status().indexedHeight), 1);
  for (let round = 1; ; round += 1) {
    const nonce = chain.account(ACCOUNTS[1].address).nonce;
    await mineTestBlock(chain, [1, 2, 3].map((step) => transfer({ from: 1, to: 2, nonce: nonce + step })));
    if (round % 5 === 0) await stepBack(chain);
  }
`;

/** Kills the program when its index has a height, while it writes further blocks. */
async function projectAndDie(path: string, height: number): Promise<void> {
  const argv = ['--input-type=module', '--eval', PROGRAM, path];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  let reached = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    reached = Number(line);
    if (reached >= height) break;
  }
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
  expect(reached).toBeGreaterThanOrEqual(height);
}

it('a projection loses nothing but the newest blocks when its process is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-killed-'));
  const path = join(folder, 'data');
  for (const height of [2, 12]) {
    await projectAndDie(path, height);
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
}, 120_000);
