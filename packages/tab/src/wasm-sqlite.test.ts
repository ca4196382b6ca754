import { inMemory, MemoryChain, seededRuntime } from '@cairn/chain/memory';
import type { SqlDatabase } from '@cairn/chain/projection';
import { runtime } from '@cairn/chain/test-support';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { loadSqlite } from './wasm-sqlite.ts';

const DEVNET = getNetwork('devnet');
const ACCOUNTS = developmentAccounts(DEVNET).map(({ address }) => address);
const INDEXED = [
  'transactions?limit=100',
  'transactions?kind=transfer&order=asc&limit=5',
  'addresses?limit=100',
  'addresses?sort=transactions',
  ...ACCOUNTS.flatMap((address) => [
    `addresses/${address}/transactions`,
    `addresses/${address}/rank`,
    `miners/${address}`,
    `miners/${address}/blocks`,
  ]),
  'stats',
  'series',
  'miners',
  'status',
].map((path) => `http://explorer/api/v1/${path}`);

/** Mines, pays amounts that need more than 32 bits, reorganizes; then asks all that the index answers. */
async function askAll(openIndex: () => SqlDatabase): Promise<string[]> {
  await using chain = await MemoryChain.open({
    runtime: seededRuntime(7, DEVNET.genesisTime * 1_000, runtime),
    version: '1.2.3',
    contract: '',
    index: inMemory(openIndex),
  });
  const control = async (call: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await chain.fetch(`http://devnet/devnet/${call}`, init);
    expect([call, response.status, await response.json()]).toMatchObject([call, 200, {}]);
  };
  await control('mine', { blocks: 12, interval_seconds: 20_000 });
  for (const address of ACCOUNTS.slice(3)) await control('fund', { address, amount: '7000000001' });
  await control('mine', { blocks: 2, to: ACCOUNTS[8] });
  await control('reorganize', { depth: 4, keep: 'none' });
  const texts: string[] = [];
  for (const target of INDEXED) {
    const response = await chain.fetch(target);
    texts.push(`${target} ${response.status} ${await response.text()}`);
  }
  return texts;
}

it('SQLite in WebAssembly answers what better-sqlite3 does', async () => {
  const answers = await askAll((await loadSqlite()).openInMemory);
  expect(answers).toEqual(await askAll(() => new Database(':memory:')));
  expect(answers.filter((text) => text.includes(' 200 ')).length).toBeGreaterThan(40);
});
