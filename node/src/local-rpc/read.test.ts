import { VERSION } from '@cairn/http/version';
import { rpcAccountSchema, rpcBlockSchema, rpcStatusSchema, type RpcAccount } from '@cairn/api/rpc';
import { bytesToHex, COINBASE_SENDER, encodeAddress, encodeTransaction } from '@cairn/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, mineTestBlock, transfer, withViewChanges } from '../chain/test-support.ts';
import { withChanges } from '@cairn/http/test-support';
import { startTestRpc, type TestRpc } from './test-support.ts';

const ALICE = ACCOUNTS[1]!.address;
const BOB = ACCOUNTS[2]!.address;
const MINER = ACCOUNTS[9]!.address;
/** A valid devnet address without transactions. */
const STRANGER = encodeAddress(new Uint8Array(20), DEVNET);
const CRN = 100_000_000n;

let rpc: TestRpc;

beforeEach(async () => {
  rpc = await startTestRpc();
});

afterEach(async () => {
  await rpc.close();
});

async function submit(fields: Parameters<typeof transfer>[0]): Promise<void> {
  const raw = bytesToHex(encodeTransaction(transfer(fields)));
  expect((await rpc.submit(JSON.stringify({ raw }))).status).toBe(202);
}

async function account(address: string): Promise<RpcAccount> {
  return rpcAccountSchema.parse((await rpc.get(`/v1/accounts/${address}`)).json);
}

describe('status', () => {
  it('suggests fees of recent transfers, each at least what the mempool takes', async () => {
    const transfers = [3n, 30n].map((fee, index) => transfer({ from: 1, to: 2, nonce: index + 1, fee }));
    await mineTestBlock(rpc.testChain.chain, transfers);
    const suggested = async (from: TestRpc): Promise<unknown> =>
      rpcStatusSchema.parse((await from.get('/v1/status')).json).suggested_fees;
    const fees = { next_block: '30', few_blocks: '3', economy: '3', sampled_blocks: 1 };
    expect(await suggested(rpc)).toEqual(fees);
    const full = await startTestRpc(({ mempool, fees: estimator }) => ({
      mempool: withChanges(mempool, { minimumFee: () => 21n }),
      fees: { estimate: (view) => estimator.estimate(view) },
    }));
    await mineTestBlock(full.testChain.chain, transfers);
    expect(await suggested(full)).toEqual({ ...fees, few_blocks: '21', economy: '21' });
    await full.close();
  });

  it('shows the node and its peers', async () => {
    const peer = { host: '10.0.0.7', port: 28445, inbound: true, height: 9, lastSeen: 1767225600.25 };
    Object.assign(rpc.node, { peers: [peer], bestPeerHeight: 9, ready: false, syncing: true });
    const response = await rpc.get('/v1/status');
    expect(rpcStatusSchema.parse(response.json)).toEqual(response.json);
    expect(response.json).toEqual({
      suggested_fees: { next_block: '1', few_blocks: '1', economy: '1', sampled_blocks: 0 },
      network: 'devnet',
      chain_id: 3,
      magic: 'ca19e003',
      data_dir: '/var/lib/cairn/devnet',
      api_version: 1,
      initialized: true,
      height: 0,
      best_peer_height: 9,
      peer_count: 1,
      peers: [{ host: '10.0.0.7', port: 28445, inbound: true, height: 9, last_seen: 1767225600.25 }],
      syncing: true,
      ready: false,
      node_version: VERSION,
      signatures: 'native',
    });
  });
});

describe('an address', () => {
  it.each([
    ['too short', 'abc'],
    ['the coinbase sender', COINBASE_SENDER],
    ['another network', 'TXfCMUqDbbdGbeXp6LGMsPxjtSQ2S3Dkoz'],
    ['a bad checksum', `${ALICE.slice(0, -1)}${ALICE.endsWith('1') ? '2' : '1'}`],
    ['lower case', ALICE.toLowerCase()],
    ['an escaped slash', 'a%2Fb'],
    ['a bad escape', '%zz'],
    ['bytes that are no UTF-8', '%ff%00'],
    ['very long', 'd'.repeat(5_000)],
  ])('that is %s is 400', async (_name, address) => {
    for (const path of [`/v1/accounts/${address}`, `/v1/accounts/${address}/transactions?limit=x`]) {
      const response = await rpc.get(path);
      expect([response.status, response.json]).toMatchObject([400, { error: 'invalid_address' }]);
    }
  });

  it('without a record has zeros, and can send nonce 1', async () => {
    expect(await account(STRANGER)).toEqual({
      network: 'devnet',
      address: STRANGER,
      balance: '0',
      spendable_balance: '0',
      nonce: 0,
      next_nonce: 1,
      pending_outgoing_count: 0,
      mempool_available: true,
    });
  });
});

describe('an account', () => {
  it('subtracts pending transactions from the spendable balance', async () => {
    await submit({ from: 1, to: 2, nonce: 1, value: 10n * CRN, fee: 3n });
    await submit({ from: 1, to: 1, nonce: 2, value: 20n * CRN, fee: 4n });
    const balance = 1_000_000n * CRN;
    expect(await account(ALICE)).toMatchObject({
      balance: String(balance),
      spendable_balance: String(balance - 10n * CRN - 7n),
      nonce: 0,
      next_nonce: 3,
      pending_outgoing_count: 2,
      mempool_available: true,
    });
    expect(await account(BOB)).toMatchObject({ spendable_balance: String(balance), next_nonce: 1 });
  });

  it('has only confirmed values while the pending store cannot be read', async () => {
    await submit({ from: 1, to: 2, nonce: 1 });
    await rpc.mempool.close();
    expect(await account(ALICE)).toMatchObject({
      balance: '100000000000000',
      spendable_balance: '100000000000000',
      nonce: 0,
      next_nonce: 1,
      pending_outgoing_count: 0,
      mempool_available: false,
    });
  });

  it('keeps 64-bit amounts exact', async () => {
    const balance = 2n ** 64n - 1n;
    const rich = await startTestRpc(({ chain }) => ({
      chain: withViewChanges(chain, (view) => ({
        account: (address) => ({ ...view.account(address)!, balance, nonce: 2 ** 32 - 1 }),
      })),
    }));
    const body = rpcAccountSchema.parse((await rich.get(`/v1/accounts/${ALICE}`)).json);
    expect([body.balance, body.nonce, body.next_nonce]).toEqual([
      '18446744073709551615',
      4_294_967_295,
      4_294_967_296,
    ]);
    await rich.close();
  });
});

describe('a block', () => {
  it('has every transaction', async () => {
    await mineTestBlock(rpc.testChain.chain, [
      transfer({ from: 1, to: 2, nonce: 1, value: 5n, fee: 7n }),
      transfer({ from: 2, to: 1, nonce: 1, value: 6n, fee: 8n }),
    ]);
    const response = await rpc.get('/v1/blocks/1');
    expect(rpcBlockSchema.parse(response.json)).toEqual(response.json);
    const summary = rpc.testChain.chain.view.block(1)!;
    expect(response.json).toMatchObject({
      network: 'devnet',
      version: 1,
      id: summary.id,
      prev_block_hash: summary.header.previousBlockId,
      height: 1,
      miner: MINER,
      timestamp: summary.header.timestamp,
      bits: '207fffff',
      nonce: summary.header.nonce,
      txns: [
        {
          from_address: COINBASE_SENDER,
          value: '5000000015',
          fee: '0',
          unlock_sig: expect.stringMatching(/^[0-9a-f]{64}0{192}$/),
        },
        { from_address: ALICE, to_address: BOB, value: '5', fee: '7', nonce: 1, chain: 3 },
        { from_address: BOB, to_address: ALICE, value: '6', fee: '8', nonce: 1, chain: 3 },
      ],
    });
  });

  it.each(['-1', '+1', '1.0', '0x0', 'abc', '%20', 'latest', '1_0', '٠', '%zz'])(
    '%s is 400',
    async (height) => {
      const response = await rpc.get(`/v1/blocks/${encodeURI(height).replaceAll('%25', '%')}`);
      expect([response.status, response.json]).toMatchObject([400, { error: 'invalid_height' }]);
    },
  );

  it.each(['1', '4294967295', '4294967296', '9'.repeat(1_000)])('%s is 404', async (height) => {
    const response = await rpc.get(`/v1/blocks/${height}`);
    expect([response.status, response.json]).toMatchObject([404, { error: 'block_not_found' }]);
  });

  it('may be requested with leading zeros', async () => {
    expect((await rpc.get('/v1/blocks/000')).json).toMatchObject({ height: 0 });
  });
});
