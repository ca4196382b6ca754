import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestChain } from '../chain/test-support.ts';
import { Mempool } from './mempool.ts';

/** Submits until the disk is full, and again once there is room. Prints each step as a line of JSON. */
const PROGRAM = `
  import { openTestChain } from ${JSON.stringify(new URL('../chain/test-support.ts', import.meta.url).href)};
  import { Mempool } from ${JSON.stringify(new URL('mempool.ts', import.meta.url).href)};
  import { ACCOUNTS, signedTransfer } from ${JSON.stringify(new URL('test-support.ts', import.meta.url).href)};
  import { once } from 'node:events';
  import { pino } from 'pino';
  const say = (line) => console.log(JSON.stringify(line));
  const test = await openTestChain({ path: process.argv[1] });
  const logger = pino({ level: 'silent' });
  const mempool = await Mempool.open({ chain: test.chain, directory: test.dataDirectory.mempool, clock: Date.now, logger });
  const raws = ACCOUNTS.slice(0, 6).flatMap((sender, index) =>
    Array.from({ length: 60 }, (_, step) => signedTransfer(sender, { nonce: (index === 0 ? 10 : 1) + step })));
  const acknowledged = [];
  let error;
  let at = 0;
  for (; error === undefined; at += 1) {
    await mempool.submit(raws[at]).then(({ status, pending }) => acknowledged.push(pending.id), (reason) => (error = reason));
  }
  const balance = String(test.chain.view.account(ACCOUNTS[1].address).balance);
  say({ acknowledged: acknowledged.length, code: error.code, available: mempool.isAvailable(), balance });
  await once(process.stdin, 'data');
  await mempool.maintain();
  const lost = acknowledged.filter((id) => mempool.get(id) === undefined);
  for (const raw of raws.slice(at - 1)) acknowledged.push((await mempool.submit(raw)).pending.id);
  say({ lost, ids: acknowledged });
  await mempool.close();
  await test.close();
  process.exit();
`;

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'cairn-mempool-full-'));
});
afterEach(() => rmSync(path, { recursive: true }));

it('on a full disk submissions fail, nothing acknowledged is lost, and the mempool recovers once there is room', async () => {
  const command = 'ulimit -S -f 64; exec "$0" --input-type=module --eval "$1" "$2"'; // 32 KiB a file
  const child = spawn('sh', ['-c', command, process.execPath, PROGRAM, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async <Line>(): Promise<Line> => JSON.parse((await lines.next()).value as string) as Line;

  const full = await next<{ acknowledged: number; code: string; available: boolean; balance: string }>();
  expect(full).toMatchObject({ code: 'mempool_unavailable', available: false, balance: '100000000000000' });
  expect(full.acknowledged).toBeGreaterThan(10);
  execFileSync('prlimit', ['--pid', `${child.pid}`, '--fsize=unlimited']);
  child.stdin.write('room\n');
  const { lost, ids } = await next<{ lost: string[]; ids: string[] }>();
  expect(lost).toEqual([]);
  expect(ids).toHaveLength(360);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);

  const test = await openTestChain({ path });
  const logger = pino({ level: 'silent' });
  const directory = test.dataDirectory.mempool;
  const mempool = await Mempool.open({ chain: test.chain, directory, clock: Date.now, logger });
  expect(ids.filter((id) => mempool.get(id) === undefined)).toEqual([]);
  await mempool.close();
  await test.close();
});
