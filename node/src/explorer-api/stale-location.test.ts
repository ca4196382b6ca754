import { memoryHome } from '@cairn/chain/memory';
import { LevelStore, TRANSACTIONS, type Location } from '@cairn/chain/storage';
import { mineTestBlock, openTestChain, runtime, transfer } from '@cairn/chain/test-support';
import { hexToBytes } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { startTestExplorer } from './test-support.ts';

it('a stored location that leads to another transaction, or to none, gives no false result', async () => {
  const home = memoryHome(runtime);
  const before = await openTestChain({ home });
  for (const nonce of [1, 2]) await mineTestBlock(before.chain, [transfer({ from: 1, to: 2, nonce })]);
  await before.close();
  const core = await LevelStore.open(home.core);
  const locations: readonly Location[] = [
    { height: 1, index: 0 }, // another transaction
    { height: 2, index: 0 }, // another block
    { height: 1, index: 2 }, // beyond the end of its block
    { height: 1, index: 4_294_967_295 },
    { height: 3, index: 0 }, // above the tip
  ];
  const ids = locations.map((_location, index) => `${index}`.padStart(64, '0'));
  await core.write((batch) => {
    for (const [index, location] of locations.entries())
      batch.put(TRANSACTIONS.key(hexToBytes(ids[index]!)), TRANSACTIONS.encode(location));
  });
  await core.close();
  const explorer = await startTestExplorer(undefined, await openTestChain({ home }));
  for (const target of ids.flatMap((id) => [id, `${id}/proof`])) {
    const { status, json } = await explorer.get(`/api/v1/transactions/${target}`);
    expect([target, status, json]).toMatchObject([target, 404, { error: 'transaction_not_found' }]);
  }
  expect(explorer.log).toEqual([]); // the chain logs the location, not the API
  await explorer.close();
});
