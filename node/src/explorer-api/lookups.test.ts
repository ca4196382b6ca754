import { COINBASE_SENDER, encodeAddress, hexToBytes, verifyMerklePath } from '@cairn/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS, DEVNET, withViewChanges } from '../chain/test-support.ts';
import {
  SAMPLE_TIP,
  SAMPLE_TRANSFERS,
  SAMPLE_TRANSFER_IDS,
  startSampleExplorer,
  startTestExplorer,
  type SampleExplorer,
} from './test-support.ts';

const ALICE = ACCOUNTS[1]!.address;
const STRANGER = encodeAddress(new Uint8Array(20), DEVNET);

let explorer: SampleExplorer;

beforeAll(async () => {
  explorer = await startSampleExplorer();
});

afterAll(async () => {
  await explorer.close();
});

describe('a transaction', () => {
  it('is returned with the network among its fields', async () => {
    const summary = explorer.testChain.chain.view.block(SAMPLE_TIP)!;
    const expected = {
      network: 'devnet',
      tip_id: explorer.ids[SAMPLE_TIP],
      id: SAMPLE_TRANSFER_IDS[1],
      chain: 3,
      nonce: 2,
      fee: '2',
      value: '10',
      from_address: ALICE,
      to_address: ACCOUNTS[2]!.address,
      unlock_sig: Buffer.from(SAMPLE_TRANSFERS[1]!.unlockSig).toString('hex'),
      block_height: SAMPLE_TIP,
      block_id: explorer.ids[SAMPLE_TIP],
      block_timestamp: summary.header.timestamp,
      transaction_index: 2,
      confirmations: 1,
      is_coinbase: false,
    };
    expect(await explorer.json(`/api/v1/transactions/${SAMPLE_TRANSFER_IDS[1]}`)).toEqual(expected);
    expect(await explorer.json(`/api/v1/transactions/${SAMPLE_TRANSFER_IDS[1]!.toUpperCase()}`)).toEqual(
      expected,
    );
  });

  it.each(['', '/proof'])('that is in no block is 404 at %j', async (suffix) => {
    for (const id of ['f'.repeat(64), explorer.ids[SAMPLE_TIP]]) {
      const response = await explorer.get(`/api/v1/transactions/${id}${suffix}`);
      expect([response.status, response.json]).toMatchObject([404, { error: 'transaction_not_found' }]);
    }
  });

  it.each(['', '/proof'])('with a malformed ID is 400 at %j', async (suffix) => {
    for (const id of ['1', 'f'.repeat(63), 'f'.repeat(65), `0x${'f'.repeat(62)}`, `${'f'.repeat(63)}%20`]) {
      const response = await explorer.get(`/api/v1/transactions/${id}${suffix}`);
      expect([response.status, response.json]).toMatchObject([400, { error: 'invalid_transaction_id' }]);
    }
  });

  it('has a proof that leads to its block’s Merkle root', async () => {
    const genesis = explorer.testChain.chain.view.transactions(0, { offset: 0, limit: 10 })!;
    for (const { id, index } of genesis) {
      const proof = await explorer.json(`/api/v1/transactions/${id}/proof`);
      const { path, merkle_root: root } = proof as { path: string[]; merkle_root: string };
      expect(proof).toMatchObject({
        network: 'devnet',
        id,
        block_height: 0,
        block_id: explorer.ids[0],
        transaction_index: index,
      });
      expect(
        verifyMerklePath({
          leaf: hexToBytes(id),
          index,
          size: genesis.length,
          path: path.map(hexToBytes),
          root: hexToBytes(root),
        }),
      ).toBe(true);
    }
  });
});

describe('an address', () => {
  it('shows the confirmed state', async () => {
    expect(await explorer.json(`/api/v1/addresses/${ALICE}`)).toEqual({
      network: 'devnet',
      tip_id: explorer.ids[SAMPLE_TIP],
      address: ALICE,
      exists: true,
      balance: String(1_000_000n * 100_000_000n - 36n),
      nonce: 3,
    });
  });

  it('without transactions does not exist', async () => {
    expect(await explorer.json(`/api/v1/addresses/${STRANGER}`)).toEqual({
      network: 'devnet',
      tip_id: explorer.ids[SAMPLE_TIP],
      address: STRANGER,
      exists: false,
      balance: '0',
      nonce: 0,
    });
  });

  it('keeps 64-bit amounts exact', async () => {
    const rich = await startTestExplorer(({ chain }) => ({
      chain: withViewChanges(chain, (view) => ({
        account: (address) => ({
          ...view.account(address)!,
          balance: 2n ** 64n - 1n,
          nonce: 4_294_967_295,
        }),
      })),
    }));
    expect((await rich.get(`/api/v1/addresses/${ALICE}`)).text).toContain(
      '"balance":"18446744073709551615","nonce":4294967295',
    );
    await rich.close();
  });

  it.each(['x', COINBASE_SENDER, `${ALICE}1`, ALICE.slice(0, 33), ALICE.toUpperCase()])(
    '%s is 400',
    async (address) => {
      for (const path of [`/api/v1/addresses/${address}`, `/api/v1/addresses/${address}/transactions`]) {
        const response = await explorer.get(path);
        expect([response.status, response.json]).toEqual([
          400,
          { error: 'invalid_address', message: 'This is not an address of this network.' },
        ]);
      }
    },
  );
});
