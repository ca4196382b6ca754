import type { AccountState } from '@cairn/protocol';
import { MAX_U64 } from '@cairn/protocol';
import { describe, expect, it } from 'vitest';
import { numberedAccount, pendingTransfer } from '../mempool/test-support.ts';
import { createAffordabilityCheck } from './block-template.ts';

const [alice, bob, carol] = [1, 2, 3].map((number) => numberedAccount(number).address) as [
  string,
  string,
  string,
];
const pay = (
  fromAddress: string,
  toAddress: string,
  value: bigint,
  nonce = 1,
): ReturnType<typeof pendingTransfer> => pendingTransfer(fromAddress, { toAddress, value, nonce, fee: 1n });

describe('of transfers with a fee of 1, a block takes', () => {
  it.each<[string, Record<string, AccountState>, ReturnType<typeof pay>[], taken: number[]]>([
    [
      'those in their order that their senders can pay',
      { [alice]: { balance: 22n, nonce: 0 }, [bob]: { balance: 6n, nonce: 3 } },
      [pay(alice, carol, 10n), pay(bob, carol, 5n, 4), pay(alice, carol, 10n, 2)],
      [0, 1, 2],
    ],
    [
      'none of a sender behind one that it cannot pay',
      { [alice]: { balance: 20n, nonce: 0 } },
      [pay(alice, carol, 1n), pay(alice, carol, 50n, 2), pay(alice, carol, 1n, 3)],
      [0],
    ],
    [
      'one that is paid with coins received earlier in the block',
      { [alice]: { balance: 11n, nonce: 0 } },
      [pay(alice, bob, 10n), pay(bob, carol, 9n)],
      [0, 1],
    ],
    [
      'none that is paid with coins received later',
      { [alice]: { balance: 11n, nonce: 0 } },
      [pay(bob, carol, 9n), pay(alice, bob, 10n)],
      [1],
    ],
    [
      'one to oneself for its fee',
      { [alice]: { balance: 10n, nonce: 0 } },
      [pay(alice, alice, 8n), pay(alice, alice, 8n, 2)],
      [0, 1],
    ],
    [
      'none to oneself whose value the sender does not have',
      { [alice]: { balance: 9n, nonce: 0 } },
      [pay(alice, alice, 8n), pay(alice, alice, 8n, 2)],
      [0],
    ],
    [
      'none that raises a receiver above 2^64 − 1',
      { [alice]: { balance: 100n, nonce: 0 }, [bob]: { balance: MAX_U64 - 1n, nonce: 0 } },
      [pay(alice, bob, 2n), pay(alice, bob, 1n)],
      [1],
    ],
  ])('%s', (_, accounts, candidates, taken) => {
    const isAffordable = createAffordabilityCheck((address) => accounts[address]);
    expect(candidates.flatMap((candidate, index) => (isAffordable(candidate) ? [index] : []))).toEqual(taken);
  });
});
