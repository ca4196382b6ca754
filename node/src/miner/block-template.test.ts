import type { AccountState } from '@cairn/protocol';
import { bytesToHex, MAX_U64, merkleRoot, transactionIdBytes } from '@cairn/protocol';
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
  it('yields to the event loop, and starts over if the tip changed meanwhile', async () => {
    const test = await openTestChain();
    const { chain } = test;
    const transfers = [pendingTransfer(ACCOUNTS[1]!.address, { nonce: 1 })];
    let arrival: Promise<unknown> | undefined;
    let tries = 0;
    const candidates = {
      *[Symbol.iterator]() {
        tries += 1;
        yield* transfers;
        if (tries > 1) return;
        const tip = chain.tip()!.id;
        arrival = mineTestBlock(chain);
        while (chain.tip()!.id === tip) yield pendingTransfer(ACCOUNTS[2]!.address, { nonce: 99 });
      },
    };
    const { header, transactions } = await composeBlock(
      chain,
      candidates,
      ACCOUNTS[9]!.address,
      2_000_000_000,
    );
    await arrival;
    expect(header).toMatchObject({ previousBlockId: chain.tip()!.id, height: 2 });
    expect([tries, transactions.length]).toEqual([2, 2]);
    expect(header.merkleRoot).toBe(bytesToHex(merkleRoot(transactions.map(transactionIdBytes))));
    await test.remove();
  });
});
