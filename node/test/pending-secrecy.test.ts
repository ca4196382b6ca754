import { encodeTransaction, transactionId } from '@cairn/protocol';
import { send } from '@cairn/http/test-support';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { ACCOUNTS, transfer } from '../src/chain/test-support.ts';
import { optionsOf } from '../src/commands/test-support.ts';
import { readNodeConfig } from '../src/config.ts';
import { startNode } from '../src/node.ts';
import { temporaryFolder } from './cairn-process.ts';

it('no public answer reveals pending transactions, not even by a nonce', async () => {
  const options = optionsOf({
    'explorer-port': '0',
    'rpc-port': '0',
    'data-dir': temporaryFolder(),
    'no-p2p': 'true',
    index: 'true',
  });
  const node = await startNode(readNodeConfig(options), { logger: pino({ level: 'silent' }) });
  const get = (target: string) => send(node.urls.explorer, `/api/v1/${target}`);
  await vi.waitUntil(async () => (await get('stats')).status === 200, { interval: 10, timeout: 60_000 });
  const address = `addresses/${ACCOUNTS[1]!.address}`;
  const paths = [address, `${address}/transactions`, 'transactions', 'stats', 'addresses'];
  const ask = () => Promise.all(paths.map(async (target) => (await get(target)).text));
  const before = await ask();
  const pending = encodeTransaction(transfer({ from: 1, to: 4, nonce: 1, value: 5_000n, fee: 1_000n }));
  expect(await node.mempool.submit(pending)).toMatchObject({ status: 'accepted' });
  expect(await ask()).toEqual(before);
  expect((await get(`transactions/${transactionId(pending)}`)).json).toMatchObject({
    error: 'transaction_not_found',
  });
  await node.close();
});
