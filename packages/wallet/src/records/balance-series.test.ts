import type { RpcTransaction } from '@cairn/api/rpc';
import { COINBASE_SENDER } from '@cairn/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESSES } from '../test-support.ts';
import { balanceChange, balanceSeries } from './balance-series.ts';

const [me, bob] = ADDRESSES as [string, string];
const tx = (height: number, from: string, to: string, value: bigint, fee = 0n) =>
  ({
    from_address: from,
    to_address: to,
    value: `${value}`,
    fee: `${fee}`,
    block_height: height,
    timestamp: height * 60,
  }) as RpcTransaction;

const history = [
  tx(4, bob, me, 5n),
  tx(3, me, bob, 30n, 1n),
  tx(3, bob, me, 2n),
  tx(1, COINBASE_SENDER, me, 100n),
];

describe('the balance over time', () => {
  test('is computed backwards from the current balance, one point per block', () => {
    expect(balanceSeries({ address: me, balance: 76n, confirmed: history, complete: true })).toEqual([
      { time: 60, balance: 100n },
      { time: 180, balance: 71n },
      { time: 240, balance: 76n },
    ]);
  });

  test('equals the balance computed forwards, at the end of each block', () => {
    const step = fc.record({
      up: fc.nat({ max: 2 }),
      way: fc.constantFrom<[string, string]>([bob, me], [me, bob], [me, me]),
      value: fc.bigInt({ min: 0n, max: 10n ** 17n }),
      fee: fc.bigInt({ min: 0n, max: 4_294_967_295n }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        let height = 0;
        let balance = 10n ** 20n;
        const confirmed: RpcTransaction[] = [];
        const forward = new Map<number, bigint>();
        for (const { up, way, value, fee } of steps) {
          height += up;
          const transaction = tx(height, ...way, value, fee);
          balance += balanceChange(transaction, me);
          confirmed.unshift(transaction);
          forward.set(height * 60, balance);
        }
        const points = balanceSeries({ address: me, balance, confirmed, complete: false });
        expect(points?.map((point) => [point.time, point.balance])).toEqual([...forward]);
      }),
    );
  });

  test('counts the fee against the sender alone', () => {
    expect(balanceChange(tx(1, bob, me, 5n, 2n), me)).toBe(5n);
    expect(balanceChange(tx(1, me, bob, 5n, 2n), me)).toBe(-7n);
    expect(balanceChange(tx(1, me, me, 5n, 2n), me)).toBe(-2n);
  });

  test('is undefined if balance and history are inconsistent', () => {
    expect(balanceSeries({ address: me, balance: 77n, confirmed: history, complete: true })).toBeUndefined();
    expect(balanceSeries({ address: me, balance: 4n, confirmed: history, complete: false })).toBeUndefined();
  });
});
