import type { RpcAccount } from '@cairn/api/rpc';
import { getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { describe, expect, test } from 'vitest';
import { maxSendable, planSend, type SendForm } from './send-plan.ts';

const [alice, bob] = developmentAccounts(getNetwork('devnet')).map(({ address }) => address) as [
  string,
  string,
];

const account: RpcAccount = {
  network: 'devnet',
  address: alice,
  balance: '1000000000',
  spendable_balance: '700000000',
  nonce: 9,
  next_nonce: 11,
  pending_outgoing_count: 1,
  mempool_available: true,
};

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

  test('an account whose nonces are used up cannot send', () => {
    const result = review({}, { next_nonce: 2 ** 32 });
    expect(result).toMatchObject({ nonceExhausted: true });
    expect(result.plan).toBeUndefined();
  });

  test('amounts beyond 2^53 stay exact', () => {
    const rich = { balance: '18446744073709551615', spendable_balance: '18446744073709551615' };
    expect(review({ amount: '184467440737.09550615' }, rich).plan).toMatchObject({
      remaining: 0n,
    });
    expect(review({ amount: '184467440737.09551615' }, rich)).toMatchObject({
      amountProblem: 'insufficient_balance',
    });
  });
});

describe('the largest sendable amount', () => {
  test('leaves exactly the fee, and does not exist when nothing remains', () => {
    expect(maxSendable(account, 1_000n)).toBe(699_999_000n);
    expect(maxSendable(account, 700_000_000n)).toBeUndefined();
    expect(maxSendable({ ...account, spendable_balance: '0' }, 1n)).toBeUndefined();
  });
});
