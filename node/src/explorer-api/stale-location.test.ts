import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hexToBytes } from '@cairn/protocol';
import { Level } from 'level';
import { expect, it } from 'vitest';
import { openTestChain } from '../home/test-support.ts';
import { mineTestBlock, transfer } from '@cairn/chain/test-support';
import { TRANSACTIONS, type Location } from '@cairn/chain/storage';
import { startTestExplorer } from './test-support.ts';

it('a stored location that leads to another transaction, or to none, gives no false result', async () => {
  const path = mkdtempSync(join(tmpdir(), 'cairn-stale-'));
  const before = await openTestChain({ path });
  for (const nonce of [1, 2]) await mineTestBlock(before.chain, [transfer({ from: 1, to: 2, nonce })]);
  await before.close();
  const encoding = { keyEncoding: 'view', valueEncoding: 'view' } as const;
  const core = new Level<Uint8Array, Uint8Array>(before.dataDirectory.core, encoding);
  const locations: readonly Location[] = [
    { height: 1, index: 0 }, // another transaction
    { height: 2, index: 0 }, // another block
    { height: 1, index: 2 }, // beyond the end of its block
    { height: 1, index: 4_294_967_295 },
    { height: 3, index: 0 }, // above the tip
  ];
  const ids = locations.map((_location, index) => `${index}`.padStart(64, '0'));
  for (const [index, location] of locations.entries())
    await core.put(TRANSACTIONS.key(hexToBytes(ids[index]!)), TRANSACTIONS.encode(location));
  await core.close();
  const explorer = await startTestExplorer(undefined, { path });
  for (const target of ids.flatMap((id) => [id, `${id}/proof`])) {
    const { status, json } = await explorer.get(`/api/v1/transactions/${target}`);
    expect([target, status, json]).toMatchObject([target, 404, { error: 'transaction_not_found' }]);
  }
  expect(explorer.log).toEqual([]); // the chain logs the location, not the API
  await explorer.close();
});
