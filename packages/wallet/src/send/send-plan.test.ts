import type { RpcAccount } from '@cairn/api/rpc';
import { describe, expect, test } from 'vitest';
import {
  accountState,
  ADDRESSES,
  openTestStorage,
  historyItem,
  makePlan,
  signAndStore,
} from '../test-support.ts';
import {
  findDuplicate,
  isPlanCurrent,
  maxSendable,
  planSend,
  type SendForm,
  type SendPlan,
} from './send-plan.ts';

const [alice, bob] = ADDRESSES as [string, string];
const account = accountState({
  spendable_balance: '700000000',
  next_nonce: 11,
  pending_outgoing_count: 1,
});

function review(form: Partial<SendForm>, state: Partial<RpcAccount> = {}) {
  return planSend({
    form: { recipient: bob, amount: '1.5', fee: '0.00001', unit: 'crn', ...form },
    network: 'devnet',
    account: { ...account, ...state },
  });
}

describe('planning a transfer', () => {
  test('takes the nonce from next_nonce and the chain from the network, and counts exactly what remains', () => {
    expect(review({}).plan).toEqual({
      network: 'devnet',
      body: { chain: 3, nonce: 11, fee: 1_000n, value: 150_000_000n, fromAddress: alice, toAddress: bob },
      remaining: 549_999_000n,
      spendable: 700_000_000n,
    });
  });

  test('amount and fee are read in the form’s unit', () => {
    const inPebbles = review({ amount: '150000000', fee: '1000', unit: 'pebbles' });
    expect(inPebbles.plan).toEqual(review({}).plan);
  });

  test('the spendable balance is the limit, to the pebble', () => {
    expect(review({ amount: '6.99999' }).plan?.remaining).toBe(0n);
    expect(review({ amount: '6.99999001' })).toMatchObject({ amountProblem: 'insufficient_balance' });
    expect(review({ amount: '8' })).toMatchObject({ amountProblem: 'insufficient_balance' });
    expect(review({ amount: '6.99999001' }).plan).toBeUndefined();
  });

  test('a transfer to oneself costs the fee', () => {
    expect(review({ recipient: alice, amount: '2' }).plan).toMatchObject({ remaining: 699_999_000n });
  });

  test.each<[Partial<SendForm>, object]>([
    [{ recipient: '' }, { recipient: { ok: false, problem: 'empty' } }],
    [{ recipient: 'd1' }, { recipient: { ok: false, problem: 'too_short' } }],
    [{ amount: '' }, { amountProblem: 'empty' }],
    [{ amount: '0' }, { amountProblem: 'zero' }],
    [{ amount: '1,5' }, { amountProblem: 'not_a_number' }],
    [{ fee: '' }, { feeProblem: 'empty' }],
    [{ fee: '0' }, { feeProblem: 'zero' }],
    [{ fee: '43' }, { feeProblem: 'too_large' }],
    [{ fee: '0.000000001' }, { feeProblem: 'too_many_decimals' }],
  ])('%j gives no plan and says why', (form, problem) => {
    const result = review(form);
    expect(result).toMatchObject(problem);
    expect(result.plan).toBeUndefined();
  });
});

describe('the largest sendable amount', () => {
  test('leaves exactly the fee, and does not exist when nothing remains', () => {
    expect(maxSendable(account, 1_000n)).toBe(699_999_000n);
    expect(maxSendable(account, 700_000_000n)).toBeUndefined();
    expect(maxSendable({ ...account, spendable_balance: '0' }, 1n)).toBeUndefined();
  });
});

const isCurrent = (
  state: Parameters<typeof accountState>[0],
  plan = makePlan(),
  pending: Parameters<typeof isPlanCurrent>[2] = [],
) => isPlanCurrent(plan, accountState(state), pending);

test('a plan is current while nothing has changed, or there is more to spend', () => {
  expect(isCurrent({})).toBe(true);
  expect(isCurrent({ balance: '2000000000', spendable_balance: '2000000000' })).toBe(true);
});

test('not with another nonce, less to spend (even if it is enough), or another account', () => {
  expect([9, 11].map((nonce) => isCurrent({ next_nonce: nonce }))).toEqual([false, false]);
  expect(isCurrent({ spendable_balance: '999999999' })).toBe(false);
  expect(isCurrent({ address: ADDRESSES[1]! })).toBe(false);
});

test('a replacement depends on the original that is still pending, not on the next nonce', () => {
  const id = 'aa'.repeat(32);
  const { value, toAddress } = makePlan().body;
  const plan: SendPlan = { ...makePlan(), replaces: { kind: 'speed_up', id, fee: 1n, value, toAddress } };
  const pending = [{ id }];
  expect(isCurrent({ next_nonce: 11 }, plan, pending)).toBe(true);
  expect(isCurrent({}, plan)).toBe(false);
  expect(isCurrent({ spendable_balance: '1' }, plan, pending)).toBe(false);
});

const FORMER = { fee: 1n, value: 1n, toAddress: ADDRESSES[1]! };

test('a pending transfer of the same amount to the same recipient is found, unless the plan replaces it', async () => {
  const plan = makePlan('1');
  const { outbox } = await openTestStorage();
  const entry = await signAndStore(outbox, plan);
  const pending = [historyItem(entry, null)];
  expect(findDuplicate(plan, pending)?.id).toBe(entry.id);
  expect(findDuplicate(makePlan('2'), pending)).toBeUndefined();
  expect(findDuplicate(plan, [{ ...pending[0]!, to_address: ADDRESSES[2]! }])).toBeUndefined();
  const replacing = { ...plan, replaces: { kind: 'speed_up' as const, id: entry.id, ...FORMER } };
  expect(findDuplicate(replacing, pending)).toBeUndefined();
});
