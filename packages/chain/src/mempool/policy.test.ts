import { COINBASE_SENDER, getNetwork } from '@cairn/protocol';
import { developmentAccounts } from '@cairn/protocol/development-accounts';
import { describe, expect, it } from 'vitest';
import {
  longestValidSequence,
  MEMPOOL_POLICY,
  type SignatureOrder,
  spendableAfter,
  validateAdmission,
} from './policy.ts';
import { ACCOUNTS, DEVNET } from '../test-support.ts';
import { pendingTransfer } from './test-support.ts';

type Fields = Parameters<typeof pendingTransfer>[1];

const CRN = 100_000_000n;
const sender = ACCOUNTS[0]!.address;
const testnet = developmentAccounts(getNetwork('testnet'))[1]!.address;
const transfer = (fields?: Fields) => pendingTransfer(sender, fields);
/** A sequence of the sender with nonces from 1 on. */
const sequenceOf = (...fields: Fields[]) =>
  fields.map((each, index) => transfer({ nonce: index + 1, ...each }));
const full = sequenceOf(...Array.from({ length: 64 }, () => ({})));

interface State {
  readonly account?: { balance: bigint; nonce: number } | undefined;
  readonly sequence?: ReturnType<typeof sequenceOf>;
  readonly isSigned?: boolean;
  readonly signature?: SignatureOrder;
}

/** The reason of a rejection, or the place in the sender's sequence. */
function verdictOf(fields: Fields, state: State = {}): string | number {
  const { isSigned = true, signature = 'first', sequence = [] } = state;
  const account = 'account' in state ? state.account : { balance: CRN, nonce: 0 };
  const context = { network: DEVNET, policy: MEMPOOL_POLICY, account, sequence, signature };
  const verdict = validateAdmission(transfer(fields).transaction, { ...context, isSigned: () => isSigned });
  return verdict.status === 'fits' ? verdict.index : verdict.reason;
}

describe('admission (PROTOCOL.md section 7)', () => {
  it.each<[verdict: string | number, fields: Fields, state?: State]>([
    [0, {}],
    [0, { fee: 1n }],
    ['wrong_chain', { chain: 2 }],
    ['bad_address', { toAddress: testnet }],
    ['bad_address', { toAddress: COINBASE_SENDER }],
    ['bad_address', { fromAddress: COINBASE_SENDER }],
    ['bad_address', { toAddress: `${sender.slice(0, 33)}0` }],
    ['zero_value', { value: 0n }],
    ['fee_too_low', { fee: 0n }],
    ['bad_signature', {}, { isSigned: false }],
    ['nonce_too_low', { nonce: 0 }],
    ['nonce_too_low', { nonce: 5 }, { account: { balance: CRN, nonce: 5 } }],
    [0, { nonce: 6 }, { account: { balance: CRN, nonce: 5 } }],
    [1, { nonce: 2 }, { sequence: sequenceOf({}) }],
    ['nonce_gap', { nonce: 2 }],
    ['nonce_gap', { nonce: 2 ** 32 - 1 }],
    [63, { nonce: 64 }, { sequence: full.slice(0, 63) }],
    ['sender_limit', { nonce: 65 }, { sequence: full }],
    [3, { nonce: 4, fee: 2_000n }, { sequence: full }],
    // A replacement pays at least 10 % and one pebble more.
    ['replacement_fee_too_low', { fee: 1_099n }, { sequence: sequenceOf({}, {}) }],
    [0, { fee: 1_100n }, { sequence: sequenceOf({}, {}) }],
    ['replacement_fee_too_low', { fee: 1n, value: 2n }, { sequence: sequenceOf({ fee: 1n }) }],
    [0, { fee: 2n }, { sequence: sequenceOf({ fee: 1n }) }],
    // The balance covers the whole sequence.
    [0, { value: CRN - 1_000n }],
    ['insufficient_balance', { value: CRN - 999n }],
    ['insufficient_balance', { value: 2n ** 64n - 1n, fee: 2n ** 32n - 1n }],
    ['insufficient_balance', {}, { account: undefined }],
    [1, { nonce: 2, value: CRN / 2n - 2_000n }, { sequence: sequenceOf({ value: CRN / 2n }) }],
    ['insufficient_balance', { nonce: 2, value: CRN / 2n }, { sequence: sequenceOf({ value: CRN / 2n }) }],
    [
      'insufficient_balance',
      { value: CRN / 2n, fee: 2_000n },
      { sequence: sequenceOf({}, { value: CRN / 2n }) },
    ],
  ])('gives %s (case %#)', (verdict, fields, state) => {
    expect(verdictOf(fields, state)).toBe(verdict);
  });

  it('names the first broken rule of the documented order', () => {
    const repairs: [reason: string, fields: Fields, state?: State][] = [
      ['wrong_chain', { chain: DEVNET.chainId }],
      ['bad_address', { toAddress: sender }],
      ['zero_value', { value: 2n * CRN }],
      ['fee_too_low', { fee: 1n }],
      ['bad_signature', {}, { isSigned: true }],
      ['nonce_gap', { nonce: 1 }],
      ['insufficient_balance', { value: 1n }],
    ];
    let fields: Fields = { chain: 2, toAddress: testnet, value: 0n, fee: 0n, nonce: 9 };
    let state: State = { isSigned: false };
    for (const [reason, repair, signed] of repairs) {
      expect(verdictOf(fields, state)).toBe(reason);
      fields = { ...fields, ...repair };
      state = { ...state, ...signed };
    }
    expect(verdictOf(fields, state)).toBe(0);
  });

  it('verifies the signature last for a peer, so that a sender without funds costs nothing', () => {
    const state: State = { isSigned: false, signature: 'last' };
    expect(verdictOf({ value: 2n * CRN }, state)).toBe('insufficient_balance');
    expect(verdictOf({}, state)).toBe('bad_signature');
  });
});

it.each<[left: bigint | undefined, balance: bigint, fields: Fields, count: number]>([
  [300n, 1_000n, { value: 300n, fee: 50n }, 2],
  [0n, 700n, { value: 300n, fee: 50n }, 2],
  [undefined, 699n, { value: 300n, fee: 50n }, 2],
  // A transfer to oneself costs its fee, but needs its value.
  [900n, 1_000n, { value: 900n, fee: 50n, toAddress: sender }, 2],
  [undefined, 949n, { value: 900n, fee: 50n, toAddress: sender }, 1],
  [0n, 2n ** 64n - 1n, { value: 2n ** 64n - 2n, fee: 1n }, 1],
])('%s is left of %s', (left, balance, fields, count) => {
  expect(spendableAfter(balance, Array(count).fill(transfer(fields)))).toBe(left);
});

describe('the longest valid sequence', () => {
  const STAY = 72 * 3_600;
  const account = { balance: 1_000_000n, nonce: 0 };
  const nonces = (...each: number[]) => each.map((nonce) => transfer({ nonce }));

  it.each<[string, number[], ReturnType<typeof nonces>, typeof account | undefined, number?]>([
    [
      'begins after the confirmed nonce and ends at a gap',
      [2, 3],
      nonces(5, 3, 2, 1, 7),
      { ...account, nonce: 1 },
    ],
    ['is empty for an unknown address', [], nonces(1), undefined],
    [
      'ends when the balance is spent',
      [1, 2],
      sequenceOf({ value: 400_000n }, { value: 400_000n }, { value: 400_000n }),
      account,
    ],
    ['has 64 at most', [...full.keys()].map((index) => index + 1), [...full, ...nonces(65)], account],
    ['ends below the minimum fee', [1], sequenceOf({}, { fee: 0n }, {}), account],
    [
      'ends at an expired one',
      [1],
      sequenceOf({ receivedAt: 5 }, { receivedAt: 0 }, { receivedAt: 10 }),
      account,
      STAY,
    ],
    ['has one until it expires', [1], sequenceOf({ receivedAt: 1 }), account, STAY],
  ])('%s', (_, expected, candidates, state, now = 0) => {
    const sequence = longestValidSequence(candidates, state, MEMPOOL_POLICY, now);
    expect(sequence.map(({ transaction }) => transaction.nonce)).toEqual(expected);
  });

  it('has the higher fee of two with one nonce', () => {
    const candidates = [transfer({ fee: 5n }), transfer({ fee: 9n }), transfer({ nonce: 2 })];
    const sequence = longestValidSequence(candidates, account, MEMPOOL_POLICY, 0);
    expect(sequence.map(({ transaction }) => transaction.fee)).toEqual([9n, 1_000n]);
  });
});
