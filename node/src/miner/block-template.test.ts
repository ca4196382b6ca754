import type { AccountState } from '@cairn/protocol';
import {
  bytesToHex,
  decodeTransactionBody,
  MAX_U64,
  merkleRoot,
  subsidyAt,
  transactionIdBytes,
} from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { mineTestBlock, openTestChain } from '../chain/test-support.ts';
import type { PendingTransaction } from '../mempool/policy.ts';
import { ACCOUNTS, numberedAccount, pendingTransfer } from '../mempool/test-support.ts';
import { createAffordabilityCheck, composeBlock } from './block-template.ts';

const [alice, bob, carol] = [1, 2, 3].map((number) => numberedAccount(number).address) as [
  string,
  string,
  string,
];
const states = (entries: Record<string, AccountState>) => (address: string) => entries[address];

const takeAffordable = (
  candidates: readonly PendingTransaction[],
  account: Parameters<typeof createAffordabilityCheck>[0],
) => candidates.filter(createAffordabilityCheck(account));

describe('createAffordabilityCheck', () => {
  it('keeps the order of affordable candidates', () => {
    const candidates = [
      pendingTransfer(alice, { nonce: 1, value: 10n, fee: 1n }),
      pendingTransfer(bob, { nonce: 4, value: 5n, fee: 1n }),
      pendingTransfer(alice, { nonce: 2, value: 10n, fee: 1n }),
    ];
    const account = states({ [alice]: { balance: 22n, nonce: 0 }, [bob]: { balance: 6n, nonce: 3 } });
    expect(takeAffordable(candidates, account)).toEqual(candidates);
  });

  it('excludes a sender’s candidates once its balance is spent', () => {
    const candidates = [1, 2, 3].map((nonce) =>
      pendingTransfer(alice, { nonce, value: nonce === 2 ? 50n : 1n, fee: 1n }),
    );
    const taken = takeAffordable(candidates, states({ [alice]: { balance: 20n, nonce: 0 } }));
    expect(taken.map(({ transaction }) => transaction.nonce)).toEqual([1]);
  });

  it('lets a receiver spend coins received earlier in the block', () => {
    const candidates = [
      pendingTransfer(alice, { toAddress: bob, value: 10n, fee: 1n }),
      pendingTransfer(bob, { toAddress: carol, value: 9n, fee: 1n }),
    ];
    expect(takeAffordable(candidates, states({ [alice]: { balance: 11n, nonce: 0 } }))).toHaveLength(2);
    expect(
      takeAffordable(candidates.toReversed(), states({ [alice]: { balance: 11n, nonce: 0 } })),
    ).toHaveLength(1);
  });

  it('charges only the fee for a transfer to oneself', () => {
    const candidates = [1, 2].map((nonce) =>
      pendingTransfer(alice, { nonce, toAddress: alice, value: 8n, fee: 1n }),
    );
    expect(takeAffordable(candidates, states({ [alice]: { balance: 10n, nonce: 0 } }))).toHaveLength(2);
    expect(takeAffordable(candidates, states({ [alice]: { balance: 9n, nonce: 0 } }))).toHaveLength(1);
  });

  it('excludes a transfer that would raise a receiver above 2^64 − 1', () => {
    const candidates = [1n, 2n].map((value) => pendingTransfer(alice, { toAddress: bob, value, fee: 1n }));
    const account = states({
      [alice]: { balance: 100n, nonce: 0 },
      [bob]: { balance: MAX_U64 - 1n, nonce: 0 },
    });
    expect(takeAffordable([candidates[0]!], account)).toHaveLength(1);
    expect(takeAffordable([candidates[1]!], account)).toHaveLength(0);
  });
});

describe('composeBlock', () => {
  it('contains the affordable candidates in order, and a coinbase with their fees', async () => {
    const test = await openTestChain();
    const { chain } = test;
    await mineTestBlock(chain);
    const [, alice, bob] = ACCOUNTS.map(({ address }) => address);
    const candidates = [
      pendingTransfer(bob!, { nonce: 1, fee: 30n }),
      pendingTransfer(alice!, { nonce: 2, fee: 500n }),
      pendingTransfer(alice!, { nonce: 1, fee: 20n }),
    ];
    const miner = ACCOUNTS[9]!.address;
    const { header, transactions } = await chain.composeOnTip((tip) =>
      composeBlock(tip, candidates, miner, 2_000_000_000),
    );
    expect(header).toMatchObject({ previousBlockId: chain.tip().id, height: 2, timestamp: 2_000_000_000 });
    expect(header.merkleRoot).toBe(bytesToHex(merkleRoot(transactions.map(transactionIdBytes))));
    const [coinbase, ...transfers] = transactions;
    expect(transfers).toEqual([candidates[0]!.raw, candidates[2]!.raw]);
    expect(decodeTransactionBody(coinbase!).value).toBe(subsidyAt(2) + 50n);
    await test.remove();
  });
});
