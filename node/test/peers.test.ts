import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRpcClient } from '@cairn/api/rpc';
import { bytesToHex } from '@cairn/protocol';
import { expect, it } from 'vitest';
import { ACCOUNTS, signedTransfer } from '../src/mempool/test-support.ts';
import { startCairn, temporaryFolder } from './cairn-process.ts';

const [, alice, miner] = ACCOUNTS;

/** A node in its own process. */
async function startPeer(flags: readonly string[]) {
  const path = join(temporaryFolder(), 'node');
  const ports = ['--explorer-port', '0', '--rpc-port', '0', '--p2p-port', '0'];
  const running = startCairn(['start', '--data-dir', path, ...ports, ...flags]);
  const [, baseUrl = ''] = await running.line(/Private RPC at (http:\S+)/);
  const [, address = ''] = await running.line(/Listening for peers on (\/ip4\/127\S+)/);
  const token = readFileSync(join(path, 'rpc.token'), 'utf8').trim();
  return { ...running, address, rpc: createRpcClient({ baseUrl, token }) };
}

it('a node follows a miner, to which a transaction gets that is submitted to it', async () => {
  const source = await startPeer(['--mine', '--mine-interval', '1', '--miner', miner!.address]);
  const follower = await startPeer(['--peer', source.address]);
  await expect.poll(async () => (await follower.rpc.status()).height).toBeGreaterThanOrEqual(1);
  const blocks = await Promise.all([source, follower].map(({ rpc }) => rpc.getBlock({ height: 1 })));
  expect(blocks[0]!.id).toBe(blocks[1]!.id);

  const raw = bytesToHex(signedTransfer(alice!));
  // While it receives a block, the node is briefly not ready, and gossip begins a moment after the handshake.
  const relayed = (): Promise<number> =>
    follower.rpc.submitTransaction({ raw }).then(
      (receipt) => receipt.relay_count,
      () => 0,
    );
  await expect.poll(relayed).toBe(1);
  const confirmed = async (): Promise<number> =>
    (await follower.rpc.getAccount({ address: alice!.address })).nonce;
  await expect.poll(confirmed).toBe(1);
  const { peers } = await follower.rpc.status();
  expect(peers).toMatchObject([{ host: '127.0.0.1', inbound: false }]);
  for (const node of [source, follower]) expect((await node.stop()).code).toBe(0);
});
