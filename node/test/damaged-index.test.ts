import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { send } from '@cairn/http/test-support';
import { ACCOUNTS, mineTestBlock, openTestChain, transfer } from '../src/chain/test-support.ts';
import { runCommand, startCairn, temporaryFolder } from './cairn-process.ts';

const FLAGS = ['--explorer-port', '0', '--rpc-port', '0', '--no-p2p', '--no-index'];

/** A data directory whose index has its accounts in a table. */
async function makeDirectory(): Promise<string> {
  const path = join(temporaryFolder(), 'node');
  const made = await openTestChain({ path });
  for (let nonce = 1; nonce <= 5; nonce += 1) {
    await mineTestBlock(made.chain, [transfer({ from: 1, to: 2, nonce })]);
  }
  await made.close();
  await (await openTestChain({ path })).close(); // LevelDB writes its log into a table
  return path;
}

/** Overwrites rows of accounts in the tables of an index, in place: LevelDB may have them mapped. */
function damageAccounts(core: string): void {
  for (const name of readdirSync(core).filter((file) => file.endsWith('.ldb'))) {
    const bytes = readFileSync(join(core, name));
    const first = bytes.indexOf('\u00080', 0, 'latin1'); // table 08, the first bucket of two
    const last = bytes.lastIndexOf(ACCOUNTS[1]!.address);
    if (first < 0) continue;
    const file = openSync(join(core, name), 'r+');
    writeSync(file, Buffer.alloc(last - first, 0xff), 0, last - first, first);
    closeSync(file);
  }
}

it('a running node ends with one line once it reads a damaged table of its index', async () => {
  const path = await makeDirectory();
  const node = startCairn(['start', '--data-dir', path, ...FLAGS]);
  const [, url = ''] = await node.line(/Explorer API at (http:\S+)/);
  damageAccounts(join(path, 'core'));
  await Promise.allSettled(ACCOUNTS.map(({ address }) => send(url, `/api/v1/addresses/${address}`)));
  const { code, err } = await node.ended;
  expect(code).toBe(3);
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(/^cairn: .*core is damaged: .*: rebuild it with cairn reindex$/);

  expect(await runCommand(['reindex', '--data-dir', path])).toMatchObject({ code: 0 });
  expect(await runCommand(['verify', '--data-dir', path])).toMatchObject({ code: 0 });
});
