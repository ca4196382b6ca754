import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { exportBlocks, importBlocks } from './import-export.ts';
import { dumpIndex, openTestChain } from './test-support.ts';

const ROUNDS = 4;
/** Small, so that new files are begun in between. */
const maxBlockFileSize = 20_000;
/** Mines as fast as it can and says each height once it is acknowledged. */
const PROGRAM = `
  import { ACCOUNTS, mineTestBlock, openTestChain, transfer } from ${JSON.stringify(new URL('test-support.ts', import.meta.url).href)};
  const { chain } = await openTestChain({ path: process.argv[1], maxBlockFileSize: ${maxBlockFileSize} });
  for (;;) {
    const nonce = chain.account(ACCOUNTS[1].address).nonce;
    const { height } = await mineTestBlock(chain, [1, 2, 3].map((step) => transfer({ from: 1, to: 2, nonce: nonce + step })));
    process.stdout.write(height + '\\n');
  }
`;

/** @returns the last height that was acknowledged before the process was killed */
async function mineAndKill(path: string, round: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[code: number | null, signal: string | null]>;
  let acknowledged = -1;
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => (acknowledged = Number(line)));
  await Promise.race([once(lines, 'line'), exited]);
  await sleep(20 + round * 13);
  child.kill('SIGKILL');
  expect((await exited)[1]).toBe('SIGKILL');
  return acknowledged;
}

it('has every acknowledged block after it was killed, and equals a chain made from its blocks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-killed-'));
  const path = join(folder, 'data');
  for (let round = 0; round < ROUNDS; round += 1) {
    const acknowledged = await mineAndKill(path, round);
    const survivor = await openTestChain({ path, maxBlockFileSize });
    const twin = await openTestChain({ genesis: false, maxBlockFileSize });
    expect(survivor.chain.tip()!.height).toBeGreaterThanOrEqual(acknowledged);
    await exportBlocks(survivor.chain, join(folder, 'chain.dat'));
    await importBlocks(twin.chain, join(folder, 'chain.dat'));
    expect(await dumpIndex(survivor.chain)).toEqual(await dumpIndex(twin.chain));
    await Promise.all([survivor.close(), twin.remove()]);
  }
  rmSync(folder, { recursive: true });
}, 120_000);
